-- What lookups and tasks add to the usage of a day, by the API key that was used (0 for none).
CREATE TABLE usage_parts (
    uid     BIGINT NOT NULL REFERENCES accounts (uid),
    day     BIGINT NOT NULL,
    key_id  BIGINT NOT NULL,
    project TEXT NOT NULL,
    source  TEXT NOT NULL CHECK (source IN ('lookup', 'task')),
    answers BIGINT NOT NULL,
    unknown BIGINT NOT NULL,
    charged BIGINT NOT NULL,
    PRIMARY KEY (uid, day, key_id, project, source)
);

-- The API key that started a task.
ALTER TABLE tasks ADD COLUMN key_id BIGINT;
