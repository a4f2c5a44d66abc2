-- The public API: keys, how often they are used, and requests that must happen once.

CREATE TABLE api_keys (
    id           INTEGER PRIMARY KEY AUTOINCREMENT,
    uid          INTEGER NOT NULL REFERENCES accounts (uid),
    prefix       TEXT NOT NULL UNIQUE,
    secret_hash  BLOB   NOT NULL CHECK (length(secret_hash) = 32),
    -- The secret before the last rotation.
    old_hash     BLOB   CHECK (length(old_hash) = 32),
    old_until    INTEGER,
    name         TEXT   NOT NULL,
    -- Words and ranges, each after a space.
    scopes       TEXT   NOT NULL,
    ips          TEXT   NOT NULL,
    created_at   INTEGER NOT NULL,
    expires_at   INTEGER,
    revoked_at   INTEGER,
    last_used_at INTEGER,
    last_used_ip TEXT   NOT NULL DEFAULT '',
    CHECK ((old_hash IS NULL) = (old_until IS NULL))
);
CREATE INDEX api_keys_by_account ON api_keys (uid, id);

-- How many requests of a window nodes have taken, for all of them together.
CREATE TABLE api_windows (
    key_id       INTEGER NOT NULL REFERENCES api_keys (id),
    class        TEXT   NOT NULL,
    window_start INTEGER NOT NULL,
    used         INTEGER NOT NULL,
    PRIMARY KEY (key_id, class)
);

CREATE TABLE api_usage_days (
    uid      INTEGER NOT NULL REFERENCES accounts (uid),
    day      INTEGER NOT NULL,
    requests INTEGER NOT NULL,
    refused  INTEGER NOT NULL,
    lookups  INTEGER NOT NULL,
    numbers  INTEGER NOT NULL,
    points   INTEGER NOT NULL,
    PRIMARY KEY (uid, day)
);

CREATE TABLE api_once (
    uid          INTEGER NOT NULL REFERENCES accounts (uid),
    key          TEXT NOT NULL,
    request_hash BLOB   NOT NULL CHECK (length(request_hash) = 32),
    epoch        INTEGER NOT NULL DEFAULT 1,
    lease_until  INTEGER NOT NULL,
    task         INTEGER REFERENCES tasks (id),
    -- Set once it is answered.
    status       INTEGER,
    location     TEXT   NOT NULL DEFAULT '',
    body         TEXT   NOT NULL DEFAULT '',
    created_at   INTEGER NOT NULL,
    PRIMARY KEY (uid, key)
);
CREATE INDEX api_once_by_age ON api_once (created_at);

-- Where a task was started: on a page, through the API, or as a lookup of one number, which no list shows.
ALTER TABLE tasks ADD COLUMN origin TEXT NOT NULL DEFAULT 'console';

-- The page is there for those who may see it; these rows say so.
INSERT INTO menu (id, parent, sort, module, action, view, title, admin_title, icon, kind) VALUES
    (210, NULL, 2100, 'user', 'getApiInfo', '', 'api_info', NULL, 'dot', 3),
    (211, NULL, 2101, 'user', 'generateApi', '', 'api_edit', NULL, 'dot', 3);

INSERT INTO role_permissions (role_id, permission) VALUES
    (3, 'user/getApiInfo'), (3, 'user/generateApi');
