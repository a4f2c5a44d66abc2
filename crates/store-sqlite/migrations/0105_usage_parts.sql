-- What lookups and tasks add to the usage of a day, by the API key that was used (0 for none).
CREATE TABLE usage_parts (
    uid     INTEGER NOT NULL REFERENCES accounts (uid),
    day     INTEGER NOT NULL,
    key_id  INTEGER NOT NULL,
    project TEXT NOT NULL,
    source  TEXT NOT NULL CHECK (source IN ('lookup', 'task')),
    answers INTEGER NOT NULL,
    unknown INTEGER NOT NULL,
    charged INTEGER NOT NULL,
    PRIMARY KEY (uid, day, key_id, project, source)
);

-- The API key that started a task.
ALTER TABLE tasks ADD COLUMN key_id INTEGER;
