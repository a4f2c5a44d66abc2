-- Requests of a channel within the current period of each of its quotas, for all nodes together.
CREATE TABLE channel_quotas (
    channel    TEXT   COLLATE "C" NOT NULL,
    period_ms  BIGINT NOT NULL,
    started_ms BIGINT NOT NULL,
    used       BIGINT NOT NULL,
    PRIMARY KEY (channel, period_ms)
);
