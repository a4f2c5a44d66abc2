INSERT INTO menu (id, parent, sort, module, action, view, title, admin_title, icon, kind) VALUES
    (995, 900, 95, 'system', 'health', 'system/health', 'system_health', NULL, 'activity', 2);
