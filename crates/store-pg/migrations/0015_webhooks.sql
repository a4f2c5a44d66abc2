-- Webhooks: endpoints, the outbox of messages, and their deliveries with every try.

CREATE TABLE webhooks (
    id               BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    uid              BIGINT NOT NULL REFERENCES accounts (uid),
    url              TEXT NOT NULL,
    description      TEXT NOT NULL,
    -- A JSON array of words.
    events           TEXT NOT NULL,
    enabled          BOOLEAN NOT NULL,
    disabled_reason  TEXT CHECK (disabled_reason IN ('gone', 'failing')),
    -- Sealed.
    secret           BYTEA NOT NULL,
    old_secret       BYTEA,
    old_secret_until BIGINT,
    failing_since    BIGINT,
    last_state       TEXT CHECK (last_state IN ('pending', 'delivered', 'failed')),
    last_at          BIGINT,
    created_at       BIGINT NOT NULL,
    CHECK ((old_secret IS NULL) = (old_secret_until IS NULL)),
    CHECK ((last_state IS NULL) = (last_at IS NULL)),
    CHECK (NOT enabled OR disabled_reason IS NULL)
);
CREATE INDEX webhooks_by_account ON webhooks (uid, id);

CREATE TABLE webhook_messages (
    id         BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    uid        BIGINT NOT NULL REFERENCES accounts (uid),
    message_id TEXT NOT NULL UNIQUE,
    event      TEXT NOT NULL,
    payload    TEXT NOT NULL,
    created_at BIGINT NOT NULL
);
CREATE INDEX webhook_messages_by_age ON webhook_messages (created_at);

CREATE TABLE webhook_deliveries (
    id          BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    webhook     BIGINT NOT NULL REFERENCES webhooks (id) ON DELETE CASCADE,
    message     BIGINT NOT NULL REFERENCES webhook_messages (id) ON DELETE CASCADE,
    state       TEXT NOT NULL DEFAULT 'pending' CHECK (state IN ('pending', 'delivered', 'failed')),
    step        BIGINT NOT NULL DEFAULT 0,
    tries       BIGINT NOT NULL DEFAULT 0,
    next_try_at BIGINT NOT NULL,
    lease_until BIGINT,
    epoch       BIGINT NOT NULL DEFAULT 0,
    last_status BIGINT,
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
