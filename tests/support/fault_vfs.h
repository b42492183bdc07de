// SPDX-License-Identifier: Apache-2.0
/// An SQLite VFS that fails the n-th operation that changes a file (write, sync, truncate, create,
/// growth of the shared memory), once or from then on, as a full disk or a broken one does.
/// Everything else goes to the default VFS.
#pragma once

#include <sqlite3.h>

#include <cstring>
#include <new>
#include <string>

namespace runlens::test {

struct FaultPlan {
    long failAt = -1;    ///< counted from 0; -1: never
    bool isOnce = true;  ///< otherwise every operation from failAt on
    bool isFull = true;  ///< ENOSPC; otherwise EIO
    long operations = 0; ///< seen so far
    long failures = 0;

    [[nodiscard]] bool failsNow()
    {
        const long now = operations++;
        const bool fails = failAt >= 0 && (isOnce ? now == failAt : now >= failAt);
        failures += fails ? 1 : 0;
        return fails;
    }
};

class FaultVfs {
public:
    FaultVfs() : m_real(sqlite3_vfs_find(nullptr)), m_vfs(*m_real)
    {
        m_vfs.szOsFile = static_cast<int>(kHeader) + m_real->szOsFile;
        m_vfs.zName = name();
        m_vfs.pAppData = this;
        m_vfs.xOpen = open;
        sqlite3_vfs_register(&m_vfs, 0);
    }

    FaultVfs(const FaultVfs&) = delete;
    FaultVfs& operator=(const FaultVfs&) = delete;

    ~FaultVfs() { sqlite3_vfs_unregister(&m_vfs); }

    static const char* name() { return "runlens-fault"; }

    FaultPlan plan;

private:
    struct File {
        sqlite3_file base;
        sqlite3_file* real;
        FaultVfs* owner;
    };

    static constexpr std::size_t kHeader = (sizeof(File) + 15) / 16 * 16;

    static File& self(sqlite3_file* file) { return *reinterpret_cast<File*>(file); }

    static sqlite3_file* real(sqlite3_file* file) { return self(file).real; }

    [[nodiscard]] int errorFor(int eioCode) const { return plan.isFull ? SQLITE_FULL : eioCode; }

    static int
    open(sqlite3_vfs* vfs, const char* path, sqlite3_file* file, int flags, int* outFlags)
    {
        auto* owner = static_cast<FaultVfs*>(vfs->pAppData);
        auto* raw = reinterpret_cast<char*>(file);
        auto* wrapped =
            new (raw) File{{nullptr}, reinterpret_cast<sqlite3_file*>(raw + kHeader), owner};
        std::memset(raw + kHeader, 0, static_cast<std::size_t>(owner->m_real->szOsFile));
        if ((flags & SQLITE_OPEN_CREATE) != 0 && owner->plan.failsNow()) {
            return SQLITE_CANTOPEN;
        }
        const int code = owner->m_real->xOpen(owner->m_real, path, wrapped->real, flags, outFlags);
        if (wrapped->real->pMethods != nullptr) {
            wrapped->base.pMethods = methods();
        }
        return code;
    }

    static int write(sqlite3_file* file, const void* data, int bytes, sqlite3_int64 offset)
    {
        FaultVfs& owner = *self(file).owner;
        if (owner.plan.failsNow()) {
            // A full disk takes a part first.
            real(file)->pMethods->xWrite(real(file), data, bytes / 2, offset);
            return owner.errorFor(SQLITE_IOERR_WRITE);
        }
        return real(file)->pMethods->xWrite(real(file), data, bytes, offset);
    }

    static int truncate(sqlite3_file* file, sqlite3_int64 size)
    {
        FaultVfs& owner = *self(file).owner;
        return owner.plan.failsNow() ? SQLITE_IOERR_TRUNCATE
                                     : real(file)->pMethods->xTruncate(real(file), size);
    }

    static int sync(sqlite3_file* file, int /*flags*/)
    {
        // No real sync: the tests are about errors, not about power.
        return self(file).owner->plan.failsNow() ? SQLITE_IOERR_FSYNC : SQLITE_OK;
    }

    static int shmMap(sqlite3_file* file, int region, int size, int extend, void volatile** out)
    {
        FaultVfs& owner = *self(file).owner;
        if (extend != 0 && owner.plan.failsNow()) {
            return SQLITE_IOERR_SHMSIZE;
        }
        return real(file)->pMethods->xShmMap(real(file), region, size, extend, out);
    }

    static const sqlite3_io_methods* methods()
    {
        using F = sqlite3_file*;
        static const sqlite3_io_methods table = {
            2,
            [](F f) { return real(f)->pMethods->xClose(real(f)); },
            [](F f, void* p, int n, sqlite3_int64 o) {
                return real(f)->pMethods->xRead(real(f), p, n, o);
            },
            write,
            truncate,
            sync,
            [](F f, sqlite3_int64* size) { return real(f)->pMethods->xFileSize(real(f), size); },
            [](F f, int level) { return real(f)->pMethods->xLock(real(f), level); },
            [](F f, int level) { return real(f)->pMethods->xUnlock(real(f), level); },
            [](F f, int* out) { return real(f)->pMethods->xCheckReservedLock(real(f), out); },
            [](F f, int op, void* arg) {
                return real(f)->pMethods->xFileControl(real(f), op, arg);
            },
            [](F f) { return real(f)->pMethods->xSectorSize(real(f)); },
            [](F f) { return real(f)->pMethods->xDeviceCharacteristics(real(f)); },
            shmMap,
            [](F f, int offset, int n, int flags) {
                return real(f)->pMethods->xShmLock(real(f), offset, n, flags);
            },
            [](F f) { real(f)->pMethods->xShmBarrier(real(f)); },
            [](F f, int remove) { return real(f)->pMethods->xShmUnmap(real(f), remove); },
            nullptr,
            nullptr};
        return &table;
    }

    sqlite3_vfs* m_real;
    sqlite3_vfs m_vfs;
};

} // namespace runlens::test
