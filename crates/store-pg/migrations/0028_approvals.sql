-- Actions on money that wait for a second person.
CREATE TABLE approvals (
    id           BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    action       TEXT NOT NULL,
    -- JSON.
    request      TEXT NOT NULL,
    subject      BIGINT REFERENCES accounts (uid),
    requested_by BIGINT NOT NULL REFERENCES accounts (uid),
    requested_at BIGINT NOT NULL,
    expires_at   BIGINT NOT NULL,
    state        TEXT NOT NULL DEFAULT 'pending' CHECK (state IN ('pending', 'approved', 'rejected')),
    decided_by   BIGINT REFERENCES accounts (uid),
    decided_at   BIGINT,
    CHECK ((state = 'pending') = (decided_by IS NULL)),
    -- Nobody approves their own request.
    CHECK (state <> 'approved' OR decided_by <> requested_by)
);

INSERT INTO menu (id, parent, sort, module, action, view, title, admin_title, icon, kind) VALUES
    (978, 900, 78, 'approval', 'list', 'approval/list', 'approvals', NULL, 'shield', 2);
