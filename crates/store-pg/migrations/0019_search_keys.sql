-- Keys for searching names without regard to case. The program computes them, because the databases fold case
-- differently. NULL marks a row of an older version; it is filled at the next start.
ALTER TABLE lists ADD COLUMN name_key TEXT;
ALTER TABLE tasks ADD COLUMN name_key TEXT;
ALTER TABLE invite_codes ADD COLUMN search_key TEXT;
CREATE INDEX lists_without_key ON lists (id) WHERE name_key IS NULL;
CREATE INDEX tasks_without_key ON tasks (id) WHERE name_key IS NULL;

-- The folder of a list's files, to find files that no list refers to. Filled together with name_key.
ALTER TABLE lists ADD COLUMN folder TEXT;
CREATE INDEX lists_by_folder ON lists (folder) WHERE state <> 'deleted';

-- SQLite's name for strpos, so that both databases can run the same statements.
CREATE FUNCTION instr(TEXT, TEXT) RETURNS INTEGER LANGUAGE sql IMMUTABLE PARALLEL SAFE AS 'SELECT strpos($1, $2)';
