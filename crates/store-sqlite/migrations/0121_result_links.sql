-- Links that show the results of a task to everyone who has them (docs/decisions/072-links-that-expire.md).
CREATE TABLE result_links (
    id           INTEGER PRIMARY KEY AUTOINCREMENT,
    task         INTEGER NOT NULL REFERENCES tasks (id),
    token_hash   BLOB NOT NULL UNIQUE,
    -- Whether only the last digits of the numbers are shown.
    masked       BOOLEAN NOT NULL,
    created_at   INTEGER NOT NULL,
    expires_at   INTEGER NOT NULL,
    revoked_at   INTEGER,
    looks        INTEGER NOT NULL DEFAULT 0,
    last_look_at INTEGER
);
CREATE INDEX result_links_task ON result_links (task);
