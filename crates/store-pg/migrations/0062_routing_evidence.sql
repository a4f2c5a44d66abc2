-- The traffic of channels by day, project and country (docs/decisions/040-routing-by-evidence.md).
CREATE TABLE channel_traffic (
    day        BIGINT NOT NULL,
    project    TEXT COLLATE "C" NOT NULL,
    country    TEXT COLLATE "C" NOT NULL,
    channel    TEXT COLLATE "C" NOT NULL,
    numbers    BIGINT NOT NULL,
    definite   BIGINT NOT NULL,
    hits       BIGINT NOT NULL,
    passed     BIGINT NOT NULL,
    failed     BIGINT NOT NULL,
    batches    BIGINT NOT NULL,
    latency_ms BIGINT NOT NULL,
    cost       BIGINT NOT NULL,
    PRIMARY KEY (project, day, country, channel)
);
CREATE INDEX channel_traffic_by_day ON channel_traffic (day);

-- How often a second channel that was asked for comparison gave the same answer.
CREATE TABLE channel_agreement (
    day      BIGINT NOT NULL,
    project  TEXT COLLATE "C" NOT NULL,
    country  TEXT COLLATE "C" NOT NULL,
    channel  TEXT COLLATE "C" NOT NULL,
    other    TEXT COLLATE "C" NOT NULL,
    compared BIGINT NOT NULL,
    agreed   BIGINT NOT NULL,
    PRIMARY KEY (project, day, country, channel, other)
);
CREATE INDEX channel_agreement_by_day ON channel_agreement (day);
