-- A value sealed with the installation's key. A node whose key cannot open it must not start.
ALTER TABLE installation ADD COLUMN key_check BYTEA;

-- While a backup copies the object files, no file is deleted. The hold expires if the backup dies.
ALTER TABLE installation ADD COLUMN files_held_by TEXT;
ALTER TABLE installation ADD COLUMN files_held_until BIGINT NOT NULL DEFAULT 0;
