-- Lists that are checked again at regular times (docs/decisions/049-scheduled-tasks.md).
CREATE TABLE schedules (
    id            BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    uid           BIGINT NOT NULL REFERENCES accounts (uid),
    -- The task whose checks and options are used.
    task          BIGINT NOT NULL REFERENCES tasks (id),
    list          BIGINT NOT NULL REFERENCES lists (id),
    every         TEXT NOT NULL,
    -- A run that could cost more is skipped.
    max_price     BIGINT NOT NULL CHECK (max_price >= 0),
    created_at    BIGINT NOT NULL,
    next_at       BIGINT NOT NULL,
    -- The two newest tasks. They are kept for the comparison.
    last_task     BIGINT NOT NULL REFERENCES tasks (id),
    previous_task BIGINT REFERENCES tasks (id),
    -- What became of the last run that was due, and when.
    outcome       TEXT,
    ran_at        BIGINT,
    runs          BIGINT NOT NULL DEFAULT 0,
    ended_at      BIGINT
);
CREATE INDEX schedules_due ON schedules (next_at) WHERE ended_at IS NULL;
CREATE INDEX schedules_uid ON schedules (uid) WHERE ended_at IS NULL;
CREATE INDEX schedules_list ON schedules (list) WHERE ended_at IS NULL;

-- The runs that started. There is one per schedule and due time.
CREATE TABLE schedule_runs (
    schedule BIGINT NOT NULL REFERENCES schedules (id),
    due_at   BIGINT NOT NULL,
    task     BIGINT NOT NULL UNIQUE REFERENCES tasks (id),
    -- The task that its results are compared with.
    previous BIGINT NOT NULL REFERENCES tasks (id),
    PRIMARY KEY (schedule, due_at)
);
