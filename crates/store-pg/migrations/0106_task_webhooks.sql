-- The webhook endpoint that also receives the events of a task.
ALTER TABLE tasks ADD COLUMN webhook BIGINT;

-- When the last message about the progress of a task was written.
ALTER TABLE tasks ADD COLUMN progress_told_at BIGINT;
