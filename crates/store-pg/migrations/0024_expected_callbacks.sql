-- Jobs whose callbacks are expected, so that callbacks nobody waits for are not stored.
CREATE TABLE channel_jobs (
    channel TEXT   COLLATE "C" NOT NULL,
    job     TEXT   COLLATE "C" NOT NULL,
    at      BIGINT NOT NULL,
    PRIMARY KEY (channel, job)
);
CREATE INDEX channel_jobs_by_age ON channel_jobs (at);
