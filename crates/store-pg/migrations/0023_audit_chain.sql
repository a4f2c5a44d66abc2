-- The chain over the audit log. Every link depends on its entry and on all links before it.
CREATE TABLE audit_chain (
    seq       BIGINT PRIMARY KEY,
    audit_id  BIGINT NOT NULL UNIQUE,
    sealed_at BIGINT NOT NULL,
    code      BYTEA  NOT NULL CHECK (length(code) = 32)
);
CREATE TRIGGER audit_chain_keeps_its_past BEFORE UPDATE OR DELETE ON audit_chain
    FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER audit_log_is_not_truncated BEFORE TRUNCATE ON audit_log
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER audit_chain_is_not_truncated BEFORE TRUNCATE ON audit_chain
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
