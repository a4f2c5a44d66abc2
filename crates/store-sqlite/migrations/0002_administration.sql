-- User administration, roles, switching, invite codes, notifications, events, security, downloads.

ALTER TABLE accounts ADD COLUMN version INTEGER NOT NULL DEFAULT 1;
ALTER TABLE accounts ADD COLUMN last_login_ip TEXT;
-- Encrypted with the installation's key; set from the moment a user begins to enrol.
ALTER TABLE accounts ADD COLUMN totp_secret BLOB;
ALTER TABLE accounts ADD COLUMN totp_enabled INTEGER NOT NULL DEFAULT 0 CHECK (totp_enabled IN (0, 1));
-- The last time step whose code was used: none is good twice.
ALTER TABLE accounts ADD COLUMN totp_last_step INTEGER NOT NULL DEFAULT 0;

CREATE TABLE recovery_codes (
    uid       INTEGER NOT NULL REFERENCES accounts (uid),
    code_hash BLOB    NOT NULL CHECK (length(code_hash) = 32),
    PRIMARY KEY (uid, code_hash)
) WITHOUT ROWID;

-- A switched session belongs to the subject; the actor's own session is its parent.
ALTER TABLE sessions ADD COLUMN actor INTEGER REFERENCES accounts (uid);
ALTER TABLE sessions ADD COLUMN parent INTEGER REFERENCES sessions (id);
DROP INDEX sessions_one_open;
CREATE UNIQUE INDEX sessions_one_open ON sessions (uid) WHERE ended_at IS NULL AND actor IS NULL;
CREATE INDEX sessions_by_parent ON sessions (parent) WHERE parent IS NOT NULL;

ALTER TABLE roles ADD COLUMN version INTEGER NOT NULL DEFAULT 1;
ALTER TABLE settings ADD COLUMN version INTEGER NOT NULL DEFAULT 1;
ALTER TABLE invite_codes ADD COLUMN enabled INTEGER NOT NULL DEFAULT 1 CHECK (enabled IN (0, 1));

CREATE INDEX audit_log_by_actor ON audit_log (actor, id);
CREATE INDEX audit_log_by_subject ON audit_log (subject, id);

-- Who sees a notification is decided when it is read: an account, a type, or everybody.
CREATE TABLE notifications (
    id           INTEGER PRIMARY KEY AUTOINCREMENT,
    uid          INTEGER REFERENCES accounts (uid),
    account_type INTEGER CHECK (account_type BETWEEN 1 AND 5),
    system       INTEGER NOT NULL CHECK (system IN (0, 1)),
    needs_confirm INTEGER NOT NULL CHECK (needs_confirm IN (0, 1)),
    texts        TEXT    NOT NULL,
    delivered    INTEGER NOT NULL,
    created_by   INTEGER REFERENCES accounts (uid),
    created_at   INTEGER NOT NULL,
    CHECK (uid IS NULL OR account_type IS NULL)
);
CREATE INDEX notifications_by_account ON notifications (uid, id);
CREATE TABLE notification_confirmations (
    notification INTEGER NOT NULL REFERENCES notifications (id),
    uid          INTEGER NOT NULL REFERENCES accounts (uid),
    at           INTEGER NOT NULL,
    PRIMARY KEY (notification, uid)
) WITHOUT ROWID;
CREATE INDEX notification_confirmations_by_account ON notification_confirmations (uid, notification);

-- What open pages are told at once. Only the last hour is kept.
CREATE TABLE events (
    id   INTEGER PRIMARY KEY AUTOINCREMENT,
    at   INTEGER NOT NULL,
    uid  INTEGER,
    kind TEXT    NOT NULL,
    data TEXT    NOT NULL
);
CREATE INDEX events_by_age ON events (at);

-- A file that somebody asked for, until it is fetched or forgotten.
CREATE TABLE downloads (
    token_hash BLOB    PRIMARY KEY CHECK (length(token_hash) = 32),
    uid        INTEGER NOT NULL REFERENCES accounts (uid),
    request    TEXT    NOT NULL,
    expires_at INTEGER NOT NULL
) WITHOUT ROWID;

INSERT INTO menu (id, parent, sort, module, action, view, title, admin_title, icon, kind) VALUES
    (911, 910, 1, 'user', 'create', '', 'user_create', NULL, 'dot', 3),
    (912, 910, 2, 'user', 'edit', '', 'user_edit', NULL, 'dot', 3),
    (913, 910, 3, 'user', 'resetPwd', '', 'user_reset_password', NULL, 'dot', 3),
    (914, 910, 4, 'user', 'endSession', '', 'user_end_session', NULL, 'dot', 3),
    (915, 910, 5, 'user', 'switch', '', 'user_switch', NULL, 'dot', 3),
    (920, 900, 20, 'role', 'list', 'role/list', 'roles', NULL, 'shield', 2),
    (921, 920, 1, 'role', 'edit', '', 'role_edit', NULL, 'dot', 3),
    (930, 900, 30, 'invite', 'list', 'invite/list', 'invite_codes', NULL, 'ticket', 2),
    (931, 930, 1, 'invite', 'edit', '', 'invite_edit', NULL, 'dot', 3),
    (970, 900, 70, 'notify', 'manage', 'notify/manage', 'notifications', NULL, 'bell', 2),
    (971, 970, 1, 'notify', 'send', '', 'notify_send', NULL, 'dot', 3),
    (980, 900, 80, 'audit', 'list', 'audit/list', 'audit_log', NULL, 'history', 2),
    (990, 900, 90, 'setting', 'edit', 'setting/edit', 'system_settings', NULL, 'adjustments', 2);

INSERT INTO role_permissions (role_id, permission) VALUES
    (2, 'user/create'), (2, 'user/edit'), (2, 'user/resetPwd'), (2, 'user/endSession'), (2, 'user/switch'),
    (2, 'invite/list'), (2, 'invite/edit'), (2, 'notify/manage'), (2, 'notify/send'), (2, 'audit/list');

-- Demo or real: said once, by the first start.
CREATE TABLE installation (
    id   INTEGER PRIMARY KEY CHECK (id = 1),
    demo INTEGER NOT NULL CHECK (demo IN (0, 1))
);
