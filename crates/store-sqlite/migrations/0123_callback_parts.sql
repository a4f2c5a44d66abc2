-- Callbacks about jobs whose results come in several deliveries.
CREATE TABLE channel_collections (
    channel TEXT NOT NULL,
    job     TEXT NOT NULL,
    parts   INTEGER NOT NULL,
    bytes   INTEGER NOT NULL,
    at      INTEGER NOT NULL,
    PRIMARY KEY (channel, job)
);
CREATE INDEX channel_collections_by_age ON channel_collections (at);
CREATE TABLE channel_parts (
    channel TEXT NOT NULL,
    job     TEXT NOT NULL,
    part    INTEGER NOT NULL,
    digest  BLOB NOT NULL,
    body    BLOB NOT NULL,
    at      INTEGER NOT NULL,
    PRIMARY KEY (channel, job, part),
    UNIQUE (channel, job, digest)
);
CREATE INDEX channel_parts_by_age ON channel_parts (at);
