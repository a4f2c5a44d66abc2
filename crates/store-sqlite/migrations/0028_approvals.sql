-- Actions on money that wait for a second person.
CREATE TABLE approvals (
    id           INTEGER PRIMARY KEY AUTOINCREMENT,
    action       TEXT NOT NULL,
    -- JSON.
    request      TEXT NOT NULL,
    subject      INTEGER REFERENCES accounts (uid),
    requested_by INTEGER NOT NULL REFERENCES accounts (uid),
    requested_at INTEGER NOT NULL,
    expires_at   INTEGER NOT NULL,
    state        TEXT NOT NULL DEFAULT 'pending' CHECK (state IN ('pending', 'approved', 'rejected')),
    decided_by   INTEGER REFERENCES accounts (uid),
    decided_at   INTEGER,
    CHECK ((state = 'pending') = (decided_by IS NULL)),
    -- Nobody approves their own request.
    CHECK (state <> 'approved' OR decided_by <> requested_by)
);

INSERT INTO menu (id, parent, sort, module, action, view, title, admin_title, icon, kind) VALUES
    (978, 900, 78, 'approval', 'list', 'approval/list', 'approvals', NULL, 'shield', 2);
