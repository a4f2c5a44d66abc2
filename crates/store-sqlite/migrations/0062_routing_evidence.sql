-- The traffic of channels by day, project and country (docs/decisions/040-routing-by-evidence.md).
CREATE TABLE channel_traffic (
    day        INTEGER NOT NULL,
    project    TEXT NOT NULL,
    country    TEXT NOT NULL,
    channel    TEXT NOT NULL,
    numbers    INTEGER NOT NULL,
    definite   INTEGER NOT NULL,
    hits       INTEGER NOT NULL,
    passed     INTEGER NOT NULL,
    failed     INTEGER NOT NULL,
    batches    INTEGER NOT NULL,
    latency_ms INTEGER NOT NULL,
    cost       INTEGER NOT NULL,
    PRIMARY KEY (project, day, country, channel)
) WITHOUT ROWID;
CREATE INDEX channel_traffic_by_day ON channel_traffic (day);

-- How often a second channel that was asked for comparison gave the same answer.
CREATE TABLE channel_agreement (
    day      INTEGER NOT NULL,
    project  TEXT NOT NULL,
    country  TEXT NOT NULL,
    channel  TEXT NOT NULL,
    other    TEXT NOT NULL,
    compared INTEGER NOT NULL,
    agreed   INTEGER NOT NULL,
    PRIMARY KEY (project, day, country, channel, other)
) WITHOUT ROWID;
CREATE INDEX channel_agreement_by_day ON channel_agreement (day);
