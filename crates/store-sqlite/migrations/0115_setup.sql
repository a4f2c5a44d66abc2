-- When a backup was last finished. NULL if none is known.
ALTER TABLE installation ADD COLUMN backed_up_at INTEGER;
-- Whether an administrator has confirmed the default retention.
ALTER TABLE installation ADD COLUMN retention_confirmed BOOLEAN NOT NULL DEFAULT FALSE;
-- Whether the setup guide is no longer shown on the dashboard.
ALTER TABLE installation ADD COLUMN setup_dismissed BOOLEAN NOT NULL DEFAULT FALSE;

INSERT INTO menu (id, parent, sort, module, action, view, title, admin_title, icon, kind) VALUES
    (994, 900, 94, 'system', 'setup', 'system/setup', 'system_setup', NULL, 'checklist', 2);
