-- Callbacks about jobs whose results come in several deliveries.
CREATE TABLE channel_collections (
    channel TEXT NOT NULL,
    job     TEXT NOT NULL,
    parts   BIGINT NOT NULL,
    bytes   BIGINT NOT NULL,
    at      BIGINT NOT NULL,
    PRIMARY KEY (channel, job)
);
CREATE INDEX channel_collections_by_age ON channel_collections (at);
CREATE TABLE channel_parts (
    channel TEXT NOT NULL,
    job     TEXT NOT NULL,
    part    BIGINT NOT NULL,
    digest  BYTEA NOT NULL,
    body    BYTEA NOT NULL,
    at      BIGINT NOT NULL,
    PRIMARY KEY (channel, job, part),
    UNIQUE (channel, job, digest)
);
CREATE INDEX channel_parts_by_age ON channel_parts (at);
