-- The number generator's memory. Numbers are never stored: a track is a sequence over a set of
-- numbers and a mark on it, a run is a few stretches of tracks.

CREATE TABLE generation_accounts (
    uid     INTEGER PRIMARY KEY REFERENCES accounts (uid),
    key     BLOB    NOT NULL CHECK (length(key) = 32),
    version INTEGER NOT NULL DEFAULT 1
);

CREATE TABLE generation_tracks (
    id          INTEGER PRIMARY KEY AUTOINCREMENT,
    uid         INTEGER NOT NULL REFERENCES generation_accounts (uid),
    spec        TEXT    NOT NULL,
    -- Unsigned 64 bits, as text would be longer: the same bits, signed.
    fingerprint INTEGER NOT NULL,
    seed        INTEGER NOT NULL,
    size        INTEGER NOT NULL CHECK (size > 0),
    draw_order  TEXT    NOT NULL CHECK (draw_order IN ('random', 'sequential')),
    drawn       INTEGER NOT NULL CHECK (drawn BETWEEN 0 AND size)
);
CREATE INDEX generation_tracks_by_account ON generation_tracks (uid, id);

CREATE TABLE generation_runs (
    id         INTEGER PRIMARY KEY AUTOINCREMENT,
    uid        INTEGER NOT NULL REFERENCES accounts (uid),
    page       TEXT    NOT NULL CHECK (page IN ('country', 'custom')),
    draw_order TEXT    NOT NULL CHECK (draw_order IN ('random', 'sequential')),
    earlier    TEXT    NOT NULL CHECK (earlier IN ('exclude', 'continue', 'repeat')),
    style      TEXT    NOT NULL CHECK (style IN ('e164', 'national', 'international')),
    segments   TEXT    NOT NULL,
    numbers    INTEGER NOT NULL CHECK (numbers > 0),
    created_at INTEGER NOT NULL,
    expires_at INTEGER NOT NULL
);
CREATE INDEX generation_runs_by_account ON generation_runs (uid, id);
CREATE INDEX generation_runs_by_age ON generation_runs (expires_at);

-- The pages are there in every installation; these rows say what their buttons may do.
INSERT INTO menu (id, parent, sort, module, action, view, title, admin_title, icon, kind) VALUES
    (200, NULL, 2000, 'gen_number', 'list', '', 'generation_list', NULL, 'dot', 3),
    (201, NULL, 2001, 'gen_number', 'generate', '', 'generation_make', NULL, 'dot', 3);

INSERT INTO role_permissions (role_id, permission) VALUES
    (2, 'gen_number/list'), (2, 'gen_number/generate'),
    (3, 'gen_number/list'), (3, 'gen_number/generate');
