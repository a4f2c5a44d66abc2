-- Jobs whose callbacks are expected, so that callbacks nobody waits for are not stored.
CREATE TABLE channel_jobs (
    channel TEXT NOT NULL,
    job     TEXT NOT NULL,
    at      INTEGER NOT NULL,
    PRIMARY KEY (channel, job)
);
CREATE INDEX channel_jobs_by_age ON channel_jobs (at);
