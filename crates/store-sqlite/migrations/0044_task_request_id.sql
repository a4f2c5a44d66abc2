-- The request that created a task, as it is in the access log; empty for tasks of earlier versions.
ALTER TABLE tasks ADD COLUMN request_id TEXT NOT NULL DEFAULT '';
