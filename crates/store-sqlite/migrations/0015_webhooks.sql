-- Webhooks: endpoints, the outbox of messages, and their deliveries with every try.

CREATE TABLE webhooks (
    id               INTEGER PRIMARY KEY AUTOINCREMENT,
    uid              INTEGER NOT NULL REFERENCES accounts (uid),
    url              TEXT NOT NULL,
    description      TEXT NOT NULL,
    -- A JSON array of words.
    events           TEXT NOT NULL,
    enabled          BOOLEAN NOT NULL,
    disabled_reason  TEXT CHECK (disabled_reason IN ('gone', 'failing')),
    -- Sealed.
    secret           BLOB NOT NULL,
    old_secret       BLOB,
    old_secret_until INTEGER,
    failing_since    INTEGER,
    last_state       TEXT CHECK (last_state IN ('pending', 'delivered', 'failed')),
    last_at          INTEGER,
    created_at       INTEGER NOT NULL,
    CHECK ((old_secret IS NULL) = (old_secret_until IS NULL)),
    CHECK ((last_state IS NULL) = (last_at IS NULL)),
    CHECK (NOT enabled OR disabled_reason IS NULL)
);
CREATE INDEX webhooks_by_account ON webhooks (uid, id);

CREATE TABLE webhook_messages (
    id         INTEGER PRIMARY KEY AUTOINCREMENT,
    uid        INTEGER NOT NULL REFERENCES accounts (uid),
    message_id TEXT NOT NULL UNIQUE,
    event      TEXT NOT NULL,
    payload    TEXT NOT NULL,
    created_at INTEGER NOT NULL
);
CREATE INDEX webhook_messages_by_age ON webhook_messages (created_at);

CREATE TABLE webhook_deliveries (
    id          INTEGER PRIMARY KEY AUTOINCREMENT,
    webhook     INTEGER NOT NULL REFERENCES webhooks (id) ON DELETE CASCADE,
    message     INTEGER NOT NULL REFERENCES webhook_messages (id) ON DELETE CASCADE,
    state       TEXT NOT NULL DEFAULT 'pending' CHECK (state IN ('pending', 'delivered', 'failed')),
    step        INTEGER NOT NULL DEFAULT 0,
    tries       INTEGER NOT NULL DEFAULT 0,
    next_try_at INTEGER NOT NULL,
    lease_until INTEGER,
    epoch       INTEGER NOT NULL DEFAULT 0,
    last_status INTEGER,
    last_error  TEXT,
    -- A JSON array.
    attempts    TEXT NOT NULL DEFAULT '[]'
);
CREATE INDEX webhook_deliveries_by_endpoint ON webhook_deliveries (webhook, id);
CREATE INDEX webhook_deliveries_by_message ON webhook_deliveries (message);
CREATE INDEX webhook_deliveries_due ON webhook_deliveries (next_try_at) WHERE state = 'pending';

-- Whoever works through the API decides about its webhooks; these rows say what the buttons may do.
INSERT INTO role_permissions (role_id, permission) VALUES (3, 'user/getApiInfo'), (3, 'user/generateApi')
ON CONFLICT DO NOTHING;
INSERT INTO menu (id, parent, sort, module, action, view, title, admin_title, icon, kind)
SELECT 281, NULL, 2810, 'user', 'getApiInfo', '', 'api_info', NULL, 'dot', 3
WHERE NOT EXISTS (SELECT 1 FROM menu WHERE module = 'user' AND action = 'getApiInfo');
INSERT INTO menu (id, parent, sort, module, action, view, title, admin_title, icon, kind)
SELECT 282, NULL, 2811, 'user', 'generateApi', '', 'api_edit', NULL, 'dot', 3
WHERE NOT EXISTS (SELECT 1 FROM menu WHERE module = 'user' AND action = 'generateApi');
