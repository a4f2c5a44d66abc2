-- Projects, channels, lists of numbers, tasks with their chunks, and jobs in the background.

CREATE TABLE projects (
    slug     TEXT PRIMARY KEY,
    sort     INTEGER NOT NULL,
    enabled  BOOLEAN NOT NULL,
    version  INTEGER NOT NULL,
    document TEXT   NOT NULL
);

CREATE TABLE channels (
    name            TEXT PRIMARY KEY,
    priority        INTEGER  NOT NULL,
    enabled         BOOLEAN NOT NULL,
    disabled_reason TEXT    NOT NULL,
    version         INTEGER  NOT NULL,
    document        TEXT    NOT NULL,
    secrets         BLOB   NOT NULL
);
-- Counts all changes of channels, so that workers notice them cheaply.
CREATE TABLE channels_version (
    id      INTEGER PRIMARY KEY CHECK (id = 1),
    version INTEGER NOT NULL
);
INSERT INTO channels_version (id, version) VALUES (1, 0);
-- One bucket of requests a channel, for all nodes together. A thousandth of a request is the unit.
CREATE TABLE channel_limits (
    channel      TEXT PRIMARY KEY,
    millitokens  INTEGER NOT NULL,
    filled_at_ms INTEGER NOT NULL,
    paused_until_ms INTEGER NOT NULL DEFAULT 0
);
CREATE TABLE channel_callbacks (
    channel TEXT NOT NULL,
    job     TEXT NOT NULL,
    body    BLOB  NOT NULL,
    at      INTEGER NOT NULL,
    PRIMARY KEY (channel, job)
);
CREATE INDEX channel_callbacks_by_age ON channel_callbacks (at);
CREATE TABLE channel_health (
    channel    TEXT NOT NULL,
    node       TEXT NOT NULL,
    document   TEXT   NOT NULL,
    updated_at INTEGER NOT NULL,
    PRIMARY KEY (channel, node)
);

CREATE TABLE lists (
    id         INTEGER PRIMARY KEY AUTOINCREMENT,
    uid        INTEGER NOT NULL REFERENCES accounts (uid),
    kind       TEXT   NOT NULL,
    state      TEXT   NOT NULL,
    name       TEXT   NOT NULL,
    file_name  TEXT   NOT NULL,
    source     TEXT,
    bytes      INTEGER NOT NULL,
    sha256     TEXT   NOT NULL,
    document   TEXT   NOT NULL,
    numbers    INTEGER NOT NULL,
    version    INTEGER NOT NULL DEFAULT 1,
    created_at INTEGER NOT NULL,
    expires_at INTEGER
);
CREATE INDEX lists_by_account ON lists (uid, kind, id);
CREATE INDEX lists_by_expiry ON lists (expires_at) WHERE state <> 'deleted';
CREATE INDEX lists_suppressing ON lists (kind, uid) WHERE kind IN ('suppression', 'global');

CREATE TABLE tasks (
    id         INTEGER PRIMARY KEY AUTOINCREMENT,
    uid        INTEGER NOT NULL REFERENCES accounts (uid),
    name       TEXT   NOT NULL,
    list       INTEGER NOT NULL REFERENCES lists (id),
    mode       TEXT   NOT NULL,
    -- The projects, each between commas, to be found by.
    projects   TEXT   NOT NULL,
    document   TEXT   NOT NULL,
    total      INTEGER NOT NULL CHECK (total > 0),
    chunk_size INTEGER NOT NULL CHECK (chunk_size > 0),
    sample     BOOLEAN NOT NULL,
    internal   BOOLEAN NOT NULL,
    held       INTEGER NOT NULL,
    state      TEXT   NOT NULL,
    reason     TEXT   NOT NULL DEFAULT '',
    pending    INTEGER NOT NULL CHECK (pending >= 0),
    running    INTEGER NOT NULL DEFAULT 0 CHECK (running >= 0),
    done_chunks INTEGER NOT NULL DEFAULT 0,
    done       INTEGER NOT NULL DEFAULT 0 CHECK (done <= total),
    charged_answers INTEGER NOT NULL DEFAULT 0,
    charged    INTEGER NOT NULL DEFAULT 0 CHECK (charged <= held),
    unknown    INTEGER NOT NULL DEFAULT 0,
    answers    INTEGER NOT NULL DEFAULT 0,
    hits       INTEGER NOT NULL DEFAULT 0,
    compacted  BOOLEAN NOT NULL DEFAULT FALSE,
    notices    INTEGER NOT NULL DEFAULT 0,
    created_at INTEGER NOT NULL,
    finished_at INTEGER,
    expires_at INTEGER
);
CREATE INDEX tasks_by_account ON tasks (uid, id);
CREATE INDEX tasks_at_work ON tasks (uid, id) WHERE state = 'running' AND pending > 0;
CREATE INDEX tasks_by_expiry ON tasks (expires_at) WHERE expires_at IS NOT NULL AND state <> 'deleted';
CREATE INDEX tasks_by_list ON tasks (list);

-- Whose turn it is: the account that was served longest ago comes next.
CREATE TABLE task_turns (
    uid  INTEGER PRIMARY KEY REFERENCES accounts (uid),
    turn INTEGER NOT NULL
);

-- The queue. 'pending' waits, 'running' is leased, 'done' has results, 'given_up' never will.
CREATE TABLE chunks (
    task        INTEGER NOT NULL REFERENCES tasks (id),
    seq         INTEGER NOT NULL,
    rows        INTEGER NOT NULL CHECK (rows > 0),
    state       TEXT   NOT NULL DEFAULT 'pending',
    epoch       INTEGER NOT NULL DEFAULT 0,
    tries       INTEGER NOT NULL DEFAULT 0,
    lease_until INTEGER,
    object      TEXT,
    row_group   INTEGER NOT NULL DEFAULT 0,
    done_order  INTEGER,
    histogram   BLOB,
    PRIMARY KEY (task, seq)
);
CREATE INDEX chunks_pending ON chunks (task, seq) WHERE state = 'pending';
CREATE INDEX chunks_leased ON chunks (lease_until) WHERE state = 'running';
CREATE INDEX chunks_done ON chunks (task, done_order) WHERE state = 'done';

CREATE TABLE jobs (
    id          INTEGER PRIMARY KEY AUTOINCREMENT,
    kind        TEXT   NOT NULL,
    uid         INTEGER NOT NULL REFERENCES accounts (uid),
    task        INTEGER REFERENCES tasks (id),
    list        INTEGER REFERENCES lists (id),
    state       TEXT   NOT NULL DEFAULT 'pending',
    epoch       INTEGER NOT NULL DEFAULT 0,
    tries       INTEGER NOT NULL DEFAULT 0,
    lease_until INTEGER,
    not_before  INTEGER NOT NULL DEFAULT 0,
    done        INTEGER NOT NULL DEFAULT 0,
    total       INTEGER NOT NULL DEFAULT 0,
    request     TEXT   NOT NULL,
    result      TEXT   NOT NULL DEFAULT '',
    created_at  INTEGER NOT NULL,
    finished_at INTEGER
);
CREATE INDEX jobs_waiting ON jobs (id) WHERE state IN ('pending', 'running');
CREATE INDEX jobs_by_task ON jobs (task, id) WHERE task IS NOT NULL;
CREATE INDEX jobs_by_list ON jobs (list, id) WHERE list IS NOT NULL;

CREATE TABLE usage_days (
    uid     INTEGER NOT NULL REFERENCES accounts (uid),
    day     INTEGER NOT NULL,
    project TEXT NOT NULL,
    answers INTEGER NOT NULL,
    hits    INTEGER NOT NULL,
    unknown INTEGER NOT NULL,
    charged INTEGER NOT NULL,
    PRIMARY KEY (uid, day, project)
);
CREATE INDEX usage_days_by_day ON usage_days (day);

INSERT INTO menu (id, parent, sort, module, action, view, title, admin_title, icon, kind) VALUES
    (700, NULL, 700, 'lists', 'index', '', 'lists', NULL, 'list', 1),
    (710, 700, 10, 'list', 'list', 'list/list', 'number_lists', NULL, 'list', 2),
    (711, 710, 1, 'list', 'edit', '', 'list_edit', NULL, 'dot', 3),
    (712, 710, 2, 'list', 'global', '', 'list_global', NULL, 'dot', 3),
    (600, NULL, 60, 'task', 'list', 'task/list', 'my_tasks', 'all_tasks', 'list-check', 2),
    (601, 600, 1, 'task', 'create', '', 'task_create', NULL, 'dot', 3),
    (602, 600, 2, 'task', 'edit', '', 'task_edit', NULL, 'dot', 3),
    (603, 600, 3, 'task', 'export', '', 'task_export', NULL, 'dot', 3),
    (940, 900, 40, 'project', 'list', 'project/list', 'project_management', NULL, 'apps', 2),
    (941, 940, 1, 'project', 'edit', '', 'project_edit', NULL, 'dot', 3),
    (950, 900, 50, 'channel', 'list', 'channel/list', 'channel_config', NULL, 'plug', 2),
    (951, 950, 1, 'channel', 'edit', '', 'channel_edit', NULL, 'dot', 3);

INSERT INTO role_permissions (role_id, permission) VALUES
    (2, 'task/list'), (2, 'task/create'), (2, 'task/edit'), (2, 'task/export'), (2, 'list/list'), (2, 'list/edit'),
    (2, 'list/global'), (2, 'project/list'), (2, 'project/edit'), (2, 'channel/list'), (2, 'channel/edit'),
    (3, 'task/list'), (3, 'task/create'), (3, 'task/edit'), (3, 'task/export'), (3, 'list/list'), (3, 'list/edit');
