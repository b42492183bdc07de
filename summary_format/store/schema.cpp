// SPDX-License-Identifier: Apache-2.0
#include "summary_format/store/schema.h"

#include "summary_format/records.h"

#include <array>

namespace runlens::store {

namespace {

constexpr std::array kObjects{
    SchemaObject{"name", "CREATE TABLE name(id INTEGER PRIMARY KEY, text TEXT NOT NULL) STRICT"},
    SchemaObject{
        "session",
        "CREATE TABLE session(id INTEGER PRIMARY KEY, rank INTEGER NOT NULL, start_ns INTEGER, "
        "heartbeat_ns INTEGER, end_ns INTEGER, ended INTEGER, reason TEXT NOT NULL, host TEXT NOT "
        "NULL, "
        "pid INTEGER NOT NULL) STRICT"},
    SchemaObject{
        "tag",
        "CREATE TABLE tag(id INTEGER PRIMARY KEY, rank INTEGER NOT NULL, name TEXT NOT NULL, "
        "kind INTEGER NOT NULL, number_type INTEGER NOT NULL, display_name TEXT NOT NULL, "
        "description TEXT NOT NULL) STRICT"},
    SchemaObject{
        "track",
        "CREATE TABLE track(id INTEGER PRIMARY KEY, rank INTEGER NOT NULL, name TEXT NOT NULL, "
        "kind INTEGER NOT NULL, parent INTEGER, process_id INTEGER NOT NULL, thread_id INTEGER NOT "
        "NULL, "
        "unit TEXT NOT NULL) STRICT"},
    SchemaObject{
        "property",
        "CREATE TABLE property(id INTEGER PRIMARY KEY, rank INTEGER NOT NULL, session INTEGER, "
        "section TEXT NOT NULL, key TEXT NOT NULL, value TEXT NOT NULL, UNIQUE(rank, section, "
        "key)) STRICT"},
    SchemaObject{"scalar",
                 "CREATE TABLE scalar(tag INTEGER NOT NULL, seq INTEGER NOT NULL, step INTEGER, "
                 "wall_ns INTEGER, "
                 "value ANY, PRIMARY KEY(tag, seq)) STRICT, WITHOUT ROWID"},
    SchemaObject{"scalar_batch",
                 "CREATE TABLE scalar_batch(id INTEGER PRIMARY KEY, tag INTEGER NOT NULL, "
                 "first_seq INTEGER NOT NULL, "
                 "count INTEGER NOT NULL, session INTEGER) STRICT"},
    SchemaObject{
        "tensor_stats",
        "CREATE TABLE tensor_stats(id INTEGER PRIMARY KEY, tag INTEGER NOT NULL, session INTEGER, "
        "step INTEGER, wall_ns INTEGER, count ANY, zeros ANY, nans ANY, positive_infinities ANY, "
        "negative_infinities ANY, minimum ANY, maximum ANY, mean ANY, l2_norm ANY, size INTEGER, "
        "histogram BLOB) STRICT"},
    SchemaObject{"image",
                 "CREATE TABLE image(id INTEGER PRIMARY KEY, tag INTEGER NOT NULL, session "
                 "INTEGER, step INTEGER, "
                 "wall_ns INTEGER, metadata TEXT NOT NULL, size INTEGER, payload BLOB) STRICT"},
    SchemaObject{"text",
                 "CREATE TABLE text(id INTEGER PRIMARY KEY, tag INTEGER NOT NULL, session INTEGER, "
                 "step INTEGER, "
                 "wall_ns INTEGER, metadata TEXT NOT NULL, size INTEGER, payload TEXT) STRICT"},
    SchemaObject{"tensor",
                 "CREATE TABLE tensor(id INTEGER PRIMARY KEY, tag INTEGER NOT NULL, session "
                 "INTEGER, step INTEGER, "
                 "wall_ns INTEGER, metadata TEXT NOT NULL, size INTEGER, payload BLOB) STRICT"},
    SchemaObject{"record",
                 "CREATE TABLE record(id INTEGER PRIMARY KEY, tag INTEGER NOT NULL, session "
                 "INTEGER, step INTEGER, "
                 "wall_ns INTEGER, metadata TEXT NOT NULL, size INTEGER, payload BLOB, kind "
                 "INTEGER) STRICT"},
    SchemaObject{
        "graph",
        "CREATE TABLE graph(id INTEGER PRIMARY KEY, rank INTEGER NOT NULL, session INTEGER, "
        "name TEXT NOT NULL, wall_ns INTEGER, size INTEGER, payload BLOB) STRICT"},
    SchemaObject{
        "ir_dump",
        "CREATE TABLE ir_dump(id INTEGER PRIMARY KEY, rank INTEGER NOT NULL, session INTEGER, "
        "ordinal INTEGER NOT NULL, name TEXT NOT NULL, graph_name TEXT NOT NULL, wall_ns INTEGER, "
        "duration_ns INTEGER NOT NULL, size INTEGER, text BLOB) STRICT"},
    SchemaObject{
        "ir_node",
        "CREATE TABLE ir_node(pass INTEGER NOT NULL, node INTEGER NOT NULL, first_line INTEGER NOT "
        "NULL, "
        "last_line INTEGER NOT NULL, name INTEGER NOT NULL, subgraph INTEGER NOT NULL, op INTEGER "
        "NOT NULL, "
        "full_name INTEGER NOT NULL, source_file INTEGER NOT NULL, source_line INTEGER NOT NULL, "
        "shape INTEGER NOT NULL, PRIMARY KEY(pass, node)) STRICT, WITHOUT ROWID"},
    SchemaObject{"ir_origin",
                 "CREATE TABLE ir_origin(pass INTEGER NOT NULL, seq INTEGER NOT NULL, node INTEGER "
                 "NOT NULL, "
                 "from_pass INTEGER, from_node INTEGER NOT NULL, PRIMARY KEY(pass, seq)) STRICT, "
                 "WITHOUT ROWID"},
    SchemaObject{"source_file",
                 "CREATE TABLE source_file(id INTEGER PRIMARY KEY, rank INTEGER NOT NULL, path "
                 "TEXT NOT NULL, "
                 "size INTEGER, text BLOB) STRICT"},
    SchemaObject{
        "span_chunk",
        "CREATE TABLE span_chunk(id INTEGER PRIMARY KEY, track INTEGER NOT NULL, session INTEGER, "
        "first_index INTEGER NOT NULL, count INTEGER NOT NULL, first_ns INTEGER NOT NULL, "
        "last_ns INTEGER NOT NULL, start_ns BLOB NOT NULL, duration_ns BLOB NOT NULL, name BLOB "
        "NOT NULL, "
        "category BLOB NOT NULL, depth BLOB NOT NULL, node_pass BLOB NOT NULL, node BLOB NOT NULL, "
        "step BLOB NOT NULL) STRICT"},
    SchemaObject{
        "flow",
        "CREATE TABLE flow(id INTEGER PRIMARY KEY, flow INTEGER NOT NULL, name INTEGER NOT NULL, "
        "from_track INTEGER, from_ns INTEGER, to_track INTEGER, to_ns INTEGER) STRICT"},
    SchemaObject{
        "counter",
        "CREATE TABLE counter(track INTEGER NOT NULL, seq INTEGER NOT NULL, ns INTEGER, value ANY, "
        "PRIMARY KEY(track, seq)) STRICT, WITHOUT ROWID"},
    SchemaObject{"counter_batch",
                 "CREATE TABLE counter_batch(id INTEGER PRIMARY KEY, track INTEGER NOT NULL, "
                 "first_seq INTEGER NOT NULL, count INTEGER NOT NULL, session INTEGER) STRICT"},
    SchemaObject{
        "communication",
        "CREATE TABLE communication(id INTEGER PRIMARY KEY, track INTEGER, span INTEGER NOT NULL, "
        "operation INTEGER NOT NULL, group_name INTEGER NOT NULL, bytes INTEGER NOT NULL, "
        "peer INTEGER NOT NULL) STRICT"},
    SchemaObject{
        "memory_event",
        "CREATE TABLE memory_event(id INTEGER PRIMARY KEY, rank INTEGER NOT NULL, session INTEGER, "
        "ns INTEGER, action INTEGER NOT NULL, pool INTEGER NOT NULL, name INTEGER NOT NULL, "
        "address ANY, "
        "bytes INTEGER NOT NULL, total_bytes INTEGER NOT NULL, node_pass INTEGER, "
        "node INTEGER NOT NULL) STRICT"},
    SchemaObject{
        "queue_sample",
        "CREATE TABLE queue_sample(id INTEGER PRIMARY KEY, rank INTEGER NOT NULL, session INTEGER, "
        "queue INTEGER NOT NULL, ns INTEGER, depth INTEGER NOT NULL, capacity INTEGER NOT NULL) "
        "STRICT"},
    SchemaObject{
        "finding",
        "CREATE TABLE finding(id INTEGER PRIMARY KEY, rank INTEGER NOT NULL, session INTEGER, "
        "rule TEXT NOT NULL, severity INTEGER NOT NULL, title TEXT NOT NULL, detail TEXT NOT NULL, "
        "step INTEGER, wall_ns INTEGER, metadata TEXT NOT NULL) STRICT"},
    SchemaObject{
        "dropped",
        "CREATE TABLE dropped(id INTEGER PRIMARY KEY, rank INTEGER NOT NULL, session INTEGER, "
        "kind TEXT NOT NULL, reason TEXT NOT NULL, count ANY, first_ns INTEGER, last_ns INTEGER) "
        "STRICT"},
    SchemaObject{"span_chunk_track",
                 "CREATE INDEX span_chunk_track ON span_chunk(track, first_index)",
                 false},
    SchemaObject{
        "kind_name",
        "CREATE VIEW kind_name(kind, name) AS VALUES "
        "(0,'scalar'),(1,'tensor_stats'),(2,'histogram'),"
        "(3,'image'),(4,'text'),(5,'tensor'),(6,'graph'),(16,'audio'),(17,'pr_curve'),(18,'mesh'),"
        "(19,'embedding'),(20,'hparams'),(21,'layout'),(22,'lineage'),(23,'landscape'),(24,'"
        "explanation'),"
        "(25,'session_log'),(26,'run_metadata'),(27,'other')",
        false},
    SchemaObject{
        "scalars",
        "CREATE VIEW scalars AS SELECT tag.rank AS rank, tag.name AS tag, scalar.step AS step, "
        "scalar.wall_ns / 1e9 AS wall_time, scalar.value AS value, scalar.wall_ns AS wall_ns, "
        "scalar.seq AS seq FROM scalar JOIN tag ON tag.id = scalar.tag",
        false},
    SchemaObject{"runs",
                 "CREATE VIEW runs AS SELECT id AS session, rank, host, pid, "
                 "strftime('%Y-%m-%d %H:%M:%S', start_ns / 1000000000, 'unixepoch') AS started, "
                 "strftime('%Y-%m-%d %H:%M:%S', end_ns / 1000000000, 'unixepoch') AS finished, "
                 "(coalesce(end_ns, heartbeat_ns) - start_ns) / 1e9 AS seconds, "
                 "CASE ended WHEN 0 THEN 'clean' WHEN 2 THEN 'crashed' WHEN 3 THEN 'unknown' WHEN "
                 "4 THEN 'crashed' "
                 "ELSE 'running or crashed' END AS ended, reason FROM session",
                 false},
    SchemaObject{
        "tags",
        "CREATE VIEW tags AS SELECT tag.id AS id, tag.rank AS rank, tag.name AS name, "
        "coalesce(kind_name.name, tag.kind) AS kind, CASE tag.kind "
        "WHEN 0 THEN (SELECT count(*) FROM scalar WHERE tag = tag.id) "
        "WHEN 1 THEN (SELECT count(*) FROM tensor_stats AS t WHERE t.tag = tag.id) "
        "WHEN 2 THEN (SELECT count(*) FROM tensor_stats AS t WHERE t.tag = tag.id) "
        "WHEN 3 THEN (SELECT count(*) FROM image AS t WHERE t.tag = tag.id) "
        "WHEN 4 THEN (SELECT count(*) FROM text AS t WHERE t.tag = tag.id) "
        "WHEN 5 THEN (SELECT count(*) FROM tensor AS t WHERE t.tag = tag.id) "
        "ELSE (SELECT count(*) FROM record AS t WHERE t.tag = tag.id) END AS count, "
        "tag.description AS description FROM tag LEFT JOIN kind_name ON kind_name.kind = tag.kind",
        false},
};

} // namespace

std::span<const SchemaObject> schemaObjects()
{
    return kObjects;
}

const char* sampleTable(int recordKind)
{
    switch (static_cast<RecordKind>(recordKind)) {
    case RecordKind::Image:
        return "image";
    case RecordKind::Text:
        return "text";
    case RecordKind::Tensor:
        return "tensor";
    default:
        return "record";
    }
}

} // namespace runlens::store
