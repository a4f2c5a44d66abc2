-- The answer book: runs of definite answers of tasks, sorted by number (docs/decisions/029-the-answer-book.md).
CREATE TABLE answer_runs (
    id         INTEGER PRIMARY KEY AUTOINCREMENT,
    uid        INTEGER NOT NULL REFERENCES accounts (uid),
    project    TEXT NOT NULL,
    object     TEXT NOT NULL UNIQUE,
    answers    INTEGER NOT NULL CHECK (answers > 0),
    bytes      INTEGER NOT NULL,
    newest     INTEGER NOT NULL,
    created_at INTEGER NOT NULL,
    -- When it was last searched for answers of deleted tasks.
    checked_at INTEGER NOT NULL
);
CREATE INDEX answer_runs_by_project ON answer_runs (uid, project);
CREATE INDEX answer_runs_by_check ON answer_runs (checked_at);

-- The results up to this done_order are in the answer book.
ALTER TABLE tasks ADD COLUMN folded INTEGER NOT NULL DEFAULT 0;
CREATE INDEX tasks_to_fold ON tasks (uid, id)
    WHERE folded < done_chunks AND NOT sample AND state IN ('completed', 'cancelled', 'stopped');
CREATE INDEX jobs_folding ON jobs (uid) WHERE kind = 'fold' AND state IN ('pending', 'running');
