-- Requests of a channel within the current period of each of its quotas, for all nodes together.
CREATE TABLE channel_quotas (
    channel    TEXT    NOT NULL,
    period_ms  INTEGER NOT NULL,
    started_ms INTEGER NOT NULL,
    used       INTEGER NOT NULL,
    PRIMARY KEY (channel, period_ms)
);
