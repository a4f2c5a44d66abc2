-- Accounts, roles, menu, sessions, invite codes, throttles, settings and the audit log.
-- Times are unix seconds; amounts are integers.

CREATE TABLE accounts (
    uid              INTEGER PRIMARY KEY AUTOINCREMENT,
    username         TEXT    NOT NULL,
    username_key     TEXT    NOT NULL UNIQUE,
    password_hash    TEXT    NOT NULL,
    account_type     INTEGER NOT NULL CHECK (account_type BETWEEN 1 AND 5),
    enabled          INTEGER NOT NULL DEFAULT 1 CHECK (enabled IN (0, 1)),
    ud               INTEGER NOT NULL DEFAULT 2 CHECK (ud BETWEEN 0 AND 4),
    self_quota_topup INTEGER NOT NULL DEFAULT 0 CHECK (self_quota_topup IN (0, 1)),
    internal         INTEGER NOT NULL DEFAULT 0 CHECK (internal IN (0, 1)),
    invite_code      TEXT    NOT NULL UNIQUE,
    inviter          INTEGER REFERENCES accounts (uid),
    avatar           TEXT    NOT NULL DEFAULT '',
    introduction     TEXT    NOT NULL DEFAULT '',
    created_at       INTEGER NOT NULL,
    last_login_at    INTEGER
);
CREATE INDEX accounts_by_inviter ON accounts (inviter) WHERE inviter IS NOT NULL;

-- The next ordinary account gets uid 10001.
INSERT INTO sqlite_sequence (name, seq) VALUES ('accounts', 10000);

CREATE TABLE roles (
    id   INTEGER PRIMARY KEY AUTOINCREMENT,
    name TEXT    NOT NULL UNIQUE
);
INSERT INTO roles (id, name) VALUES (1, 'administrator'), (2, 'operator'), (3, 'customer');

CREATE TABLE role_permissions (
    role_id    INTEGER NOT NULL REFERENCES roles (id) ON DELETE CASCADE,
    permission TEXT    NOT NULL,
    PRIMARY KEY (role_id, permission)
) WITHOUT ROWID;
INSERT INTO role_permissions (role_id, permission) VALUES (2, 'user/list');

CREATE TABLE account_roles (
    uid     INTEGER NOT NULL REFERENCES accounts (uid),
    role_id INTEGER NOT NULL REFERENCES roles (id),
    PRIMARY KEY (uid, role_id)
) WITHOUT ROWID;
CREATE INDEX account_roles_by_role ON account_roles (role_id);

CREATE TABLE menu (
    id          INTEGER PRIMARY KEY,
    parent      INTEGER REFERENCES menu (id),
    sort        INTEGER NOT NULL,
    module      TEXT    NOT NULL,
    action      TEXT    NOT NULL,
    view        TEXT    NOT NULL,
    title       TEXT    NOT NULL,
    admin_title TEXT,
    icon        TEXT    NOT NULL,
    kind        INTEGER NOT NULL CHECK (kind IN (1, 2, 3)),
    UNIQUE (module, action)
);
INSERT INTO menu (id, parent, sort, module, action, view, title, admin_title, icon, kind) VALUES
    (900, NULL, 900, 'admin', 'index', '', 'administration', NULL, 'settings', 1),
    (910, 900, 10, 'user', 'list', 'user/list', 'user_management', NULL, 'users', 2);

CREATE TABLE sessions (
    id           INTEGER PRIMARY KEY AUTOINCREMENT,
    token_hash   BLOB    NOT NULL UNIQUE CHECK (length(token_hash) = 32),
    uid          INTEGER NOT NULL REFERENCES accounts (uid),
    created_at   INTEGER NOT NULL,
    last_seen_at INTEGER NOT NULL,
    expires_at   INTEGER NOT NULL,
    ended_at     INTEGER,
    end_reason   TEXT,
    ip           TEXT    NOT NULL,
    user_agent   TEXT    NOT NULL,
    CHECK ((ended_at IS NULL) = (end_reason IS NULL))
);
-- One open session an account, whatever the code above does.
CREATE UNIQUE INDEX sessions_one_open ON sessions (uid) WHERE ended_at IS NULL;
CREATE INDEX sessions_by_account ON sessions (uid, id);

CREATE TABLE invite_codes (
    code       TEXT    PRIMARY KEY,
    created_by INTEGER NOT NULL REFERENCES accounts (uid),
    note       TEXT    NOT NULL,
    max_uses   INTEGER NOT NULL CHECK (max_uses > 0),
    used       INTEGER NOT NULL DEFAULT 0 CHECK (used BETWEEN 0 AND max_uses),
    expires_at INTEGER,
    created_at INTEGER NOT NULL
) WITHOUT ROWID;

CREATE TABLE attempts (
    key          TEXT    PRIMARY KEY,
    window_start INTEGER NOT NULL,
    count        INTEGER NOT NULL
) WITHOUT ROWID;
CREATE INDEX attempts_by_age ON attempts (window_start);

CREATE TABLE settings (
    id         INTEGER PRIMARY KEY CHECK (id = 1),
    document   TEXT    NOT NULL,
    updated_at INTEGER NOT NULL
);

CREATE TABLE audit_log (
    id      INTEGER PRIMARY KEY AUTOINCREMENT,
    at      INTEGER NOT NULL,
    actor   INTEGER,
    subject INTEGER,
    action  TEXT    NOT NULL,
    ip      TEXT    NOT NULL,
    detail  TEXT    NOT NULL
);
CREATE TRIGGER audit_log_keeps_its_past_update BEFORE UPDATE ON audit_log
BEGIN SELECT RAISE(ABORT, 'the audit log is append-only'); END;
CREATE TRIGGER audit_log_keeps_its_past_delete BEFORE DELETE ON audit_log
BEGIN SELECT RAISE(ABORT, 'the audit log is append-only'); END;
