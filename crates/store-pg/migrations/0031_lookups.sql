-- A lookup: one number, checked within a request. The lookups of one request share a hold, which is recorded under the
-- first of them (see LookupId::holder in the model).
CREATE TABLE lookups (
    id          BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    uid         BIGINT NOT NULL REFERENCES accounts (uid),
    -- The first lookup of the request; 0 for that one itself.
    first       BIGINT NOT NULL,
    -- The API key that was used; null in the console.
    key_id      BIGINT REFERENCES api_keys (id),
    request_id  TEXT   NOT NULL,
    sent        TEXT   NOT NULL,
    number      BIGINT NOT NULL,
    -- The projects and the statuses of their answers, each between commas, to be found by.
    projects    TEXT   NOT NULL,
    statuses    TEXT   NOT NULL DEFAULT '',
    state       TEXT   NOT NULL DEFAULT 'open',
    answers     TEXT   NOT NULL DEFAULT '[]',
    charged     BIGINT NOT NULL DEFAULT 0 CHECK (charged >= 0),
    created_at  BIGINT NOT NULL,
    finished_at BIGINT,
    -- The process that runs it is alive until then.
    lease_until BIGINT NOT NULL,
    expires_at  BIGINT NOT NULL
) WITH (fillfactor = 70);
CREATE INDEX lookups_by_account ON lookups (uid, id);
CREATE INDEX lookups_by_number ON lookups (number, id);
CREATE INDEX lookups_by_request ON lookups (first) WHERE first <> 0;
CREATE INDEX lookups_open ON lookups (lease_until) WHERE state = 'open';
CREATE INDEX lookups_by_expiry ON lookups (expires_at);

-- The newest definite answer of lookups to each number of an account and project.
CREATE TABLE lookup_answers (
    uid        BIGINT NOT NULL REFERENCES accounts (uid),
    project    TEXT   COLLATE "C" NOT NULL,
    number     BIGINT NOT NULL,
    status     TEXT   NOT NULL,
    fields     TEXT   NOT NULL,
    at         BIGINT NOT NULL,
    expires_at BIGINT NOT NULL,
    PRIMARY KEY (uid, project, number)
);
CREATE INDEX lookup_answers_by_expiry ON lookup_answers (expires_at);

-- The first lookup that an idempotent request started.
ALTER TABLE api_once ADD COLUMN lookup BIGINT;

INSERT INTO menu (id, parent, sort, module, action, view, title, admin_title, icon, kind) VALUES
    (610, NULL, 61, 'lookup', 'index', '', 'lookups', NULL, 'phone-check', 1),
    (611, 610, 10, 'lookup', 'create', 'lookup/create', 'lookup_create', NULL, 'phone-check', 2),
    (612, 610, 20, 'lookup', 'list', 'lookup/list', 'lookup_list', 'all_lookups', 'history', 2);

-- Roles that can start tasks can look numbers up, and roles that can see tasks can see lookups.
INSERT INTO role_permissions (role_id, permission)
SELECT role_id, 'lookup/create' FROM role_permissions WHERE permission = 'task/create';
INSERT INTO role_permissions (role_id, permission)
SELECT role_id, 'lookup/list' FROM role_permissions WHERE permission = 'task/list';
