// SPDX-License-Identifier: Apache-2.0
/// .wandb files made by hand: records from protobuf fields, and LevelDB's framing around them.
#pragma once

#include "tests/support/event_bytes.h"

#include <zlib.h>

#include <algorithm>
#include <string>

namespace runlens::test {

class WandbBytes {
public:
    WandbBytes() : bytes(std::string(":W&B\xe1\xbe", 6) + '\0') {}

    std::string bytes;

    /// In as many chunks as the blocks need. Returns where it begins.
    std::size_t add(const std::string& record)
    {
        std::size_t begin = std::string::npos;
        std::size_t done = 0;
        bool isFirst = true;
        do {
            std::size_t left = kBlock - bytes.size() % kBlock;
            if (left < 7) {
                bytes.append(left, '\0');
                left = kBlock;
            }
            begin = std::min(begin, bytes.size());
            const std::size_t size = std::min(left - 7, record.size() - done);
            const bool isLast = done + size == record.size();
            const int type = isFirst ? (isLast ? 1 : 2) : (isLast ? 4 : 3);
            chunk(static_cast<char>(type), record.substr(done, size));
            done += size;
            isFirst = false;
        } while (done < record.size());
        return begin;
    }

    void chunk(char type, const std::string& data)
    {
        const std::string checked = type + data;
        bytes += littleEndian(static_cast<std::uint32_t>(crc32(
            0, reinterpret_cast<const Bytef*>(checked.data()), static_cast<uInt>(checked.size()))));
        bytes += littleEndian(static_cast<std::uint16_t>(data.size()));
        bytes += checked;
    }

private:
    static constexpr std::size_t kBlock = 32768;
};

/// A record that holds one message in this field.
inline std::string wandbRecord(std::uint32_t field, const std::string& body)
{
    return message([&](auto& fields) {
        fields.add_int64(1, 1);
        fields.add_message(field, body);
    });
}

inline std::string wandbItem(const std::string& key, const std::string& json)
{
    return message([&](auto& fields) {
        fields.add_string(1, key);
        fields.add_string(16, json);
    });
}

/// A row of the history: step, time, and one value.
inline std::string wandbRow(int step, double time, const std::string& key, const std::string& json)
{
    return wandbRecord(2, message([&](auto& fields) {
                           fields.add_message(1, wandbItem(key, json));
                           fields.add_message(1, wandbItem("_timestamp", std::to_string(time)));
                           fields.add_message(2, message([&](auto& inside) {
                                                  if (step != 0) {
                                                      inside.add_int64(1, step);
                                                  }
                                              }));
                       }));
}

} // namespace runlens::test
