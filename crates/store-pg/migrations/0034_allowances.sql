-- Allowances that differ from the defaults of the account's type.
CREATE TABLE allowances (
    uid      BIGINT NOT NULL REFERENCES accounts (uid),
    resource TEXT NOT NULL,
    value    BIGINT NOT NULL CHECK (value >= 0),
    PRIMARY KEY (uid, resource)
);

-- Size of a task's results: estimated while it runs, exact after compaction.
ALTER TABLE tasks ADD COLUMN bytes BIGINT NOT NULL DEFAULT 0;
-- Size of the file that a job has written.
ALTER TABLE jobs ADD COLUMN bytes BIGINT NOT NULL DEFAULT 0;

-- What an account uses.
CREATE INDEX lists_counted ON lists (uid, bytes) WHERE state <> 'deleted' AND (bytes > 0 OR state <> 'ready');
CREATE INDEX tasks_stored ON tasks (uid, bytes) WHERE state <> 'deleted' AND bytes > 0;
CREATE INDEX tasks_open ON tasks (uid) WHERE state IN ('running', 'paused');
CREATE INDEX jobs_stored ON jobs (uid, bytes, task) WHERE bytes > 0;
CREATE INDEX jobs_open ON jobs (uid, kind) WHERE state IN ('pending', 'running');
