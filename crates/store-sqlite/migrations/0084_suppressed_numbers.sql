-- Numbers of a task that were on a suppression list by the time they were checked, and got no answer of another check.
ALTER TABLE tasks ADD COLUMN suppressed INTEGER NOT NULL DEFAULT 0;
