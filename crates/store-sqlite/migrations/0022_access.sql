-- One-time passwords, links that end with their session, and default roles as documented.

ALTER TABLE accounts ADD COLUMN must_change_password INTEGER NOT NULL DEFAULT 0 CHECK (must_change_password IN (0, 1));

-- The session in which a link was created; it ends with it. NULL for links of older versions and demo tokens.
ALTER TABLE downloads ADD COLUMN session INTEGER REFERENCES sessions (id);
CREATE INDEX sessions_by_actor ON sessions (actor) WHERE actor IS NOT NULL AND ended_at IS NULL;

INSERT INTO menu (id, parent, sort, module, action, view, title, admin_title, icon, kind) VALUES
    (916, 910, 6, 'user', 'apiKeys', '', 'user_api_keys', NULL, 'dot', 3);

-- Only administrators credit deposits. A role that somebody has edited stays as it is.
DELETE FROM role_permissions WHERE role_id = 2 AND permission = 'recharge/creditDeposit'
    AND (SELECT version FROM roles WHERE id = 2) = 1;
INSERT INTO role_permissions (role_id, permission)
    SELECT 2, 'user/apiKeys' WHERE (SELECT version FROM roles WHERE id = 2) = 1;
