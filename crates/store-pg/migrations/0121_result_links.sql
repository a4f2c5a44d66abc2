-- Links that show the results of a task to everyone who has them (docs/decisions/072-links-that-expire.md).
CREATE TABLE result_links (
    id           BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    task         BIGINT NOT NULL REFERENCES tasks (id),
    token_hash   BYTEA NOT NULL UNIQUE,
    -- Whether only the last digits of the numbers are shown.
    masked       BOOLEAN NOT NULL,
    created_at   BIGINT NOT NULL,
    expires_at   BIGINT NOT NULL,
    revoked_at   BIGINT,
    looks        BIGINT NOT NULL DEFAULT 0,
    last_look_at BIGINT
);
CREATE INDEX result_links_task ON result_links (task);
