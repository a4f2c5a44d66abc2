-- The chain over the audit log. Every link depends on its entry and on all links before it.
CREATE TABLE audit_chain (
    seq       INTEGER PRIMARY KEY,
    audit_id  INTEGER NOT NULL UNIQUE,
    sealed_at INTEGER NOT NULL,
    code      BLOB    NOT NULL CHECK (length(code) = 32)
);
CREATE TRIGGER audit_chain_keeps_its_past_update BEFORE UPDATE ON audit_chain
BEGIN SELECT RAISE(ABORT, 'the audit log is append-only'); END;
CREATE TRIGGER audit_chain_keeps_its_past_delete BEFORE DELETE ON audit_chain
BEGIN SELECT RAISE(ABORT, 'the audit log is append-only'); END;

-- INSERT OR REPLACE deletes without the triggers above.
CREATE TRIGGER audit_log_keeps_its_past_insert BEFORE INSERT ON audit_log
WHEN EXISTS (SELECT 1 FROM audit_log WHERE id = NEW.id)
BEGIN SELECT RAISE(ABORT, 'the audit log is append-only'); END;
