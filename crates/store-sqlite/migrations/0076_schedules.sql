-- Lists that are checked again at regular times (docs/decisions/049-scheduled-tasks.md).
CREATE TABLE schedules (
    id            INTEGER PRIMARY KEY AUTOINCREMENT,
    uid           INTEGER NOT NULL REFERENCES accounts (uid),
    -- The task whose checks and options are used.
    task          INTEGER NOT NULL REFERENCES tasks (id),
    list          INTEGER NOT NULL REFERENCES lists (id),
    every         TEXT NOT NULL,
    -- A run that could cost more is skipped.
    max_price     INTEGER NOT NULL CHECK (max_price >= 0),
    created_at    INTEGER NOT NULL,
    next_at       INTEGER NOT NULL,
    -- The two newest tasks. They are kept for the comparison.
    last_task     INTEGER NOT NULL REFERENCES tasks (id),
    previous_task INTEGER REFERENCES tasks (id),
    -- What became of the last run that was due, and when.
    outcome       TEXT,
    ran_at        INTEGER,
    runs          INTEGER NOT NULL DEFAULT 0,
    ended_at      INTEGER
);
CREATE INDEX schedules_due ON schedules (next_at) WHERE ended_at IS NULL;
CREATE INDEX schedules_uid ON schedules (uid) WHERE ended_at IS NULL;
CREATE INDEX schedules_list ON schedules (list) WHERE ended_at IS NULL;

-- The runs that started. There is one per schedule and due time.
CREATE TABLE schedule_runs (
    schedule INTEGER NOT NULL REFERENCES schedules (id),
    due_at   INTEGER NOT NULL,
    task     INTEGER NOT NULL UNIQUE REFERENCES tasks (id),
    -- The task that its results are compared with.
    previous INTEGER NOT NULL REFERENCES tasks (id),
    PRIMARY KEY (schedule, due_at)
) WITHOUT ROWID;
