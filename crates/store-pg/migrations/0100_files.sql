-- Files that are sent whole or in parts before a task or a list uses them (docs/decisions/064-files-are-parts.md).
CREATE TABLE files (
    id         BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    uid        BIGINT NOT NULL REFERENCES accounts (uid),
    name       TEXT NOT NULL,
    -- Size of the whole file, and how much of it has been received, in how many parts.
    bytes      BIGINT NOT NULL CHECK (bytes > 0),
    received   BIGINT NOT NULL DEFAULT 0 CHECK (received >= 0 AND received <= bytes),
    parts      BIGINT NOT NULL DEFAULT 0,
    -- State of the SHA-256 after the received bytes, so that any node can go on.
    hash_state TEXT NOT NULL DEFAULT '',
    -- NULL while parts are missing.
    sha256     TEXT,
    folder     TEXT NOT NULL UNIQUE,
    -- The list that it became. Its objects are deleted then.
    list       BIGINT REFERENCES lists (id),
    created_at BIGINT NOT NULL,
    expires_at BIGINT NOT NULL
);
CREATE INDEX files_uid ON files (uid);
CREATE INDEX files_expiry ON files (expires_at);

-- The parts, each one object.
CREATE TABLE file_parts (
    file   BIGINT NOT NULL REFERENCES files (id) ON DELETE CASCADE,
    at     BIGINT NOT NULL,
    bytes  BIGINT NOT NULL CHECK (bytes > 0),
    object TEXT NOT NULL,
    PRIMARY KEY (file, at)
);
