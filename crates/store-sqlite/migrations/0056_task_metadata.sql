-- The customer's own names and values of a task, as a JSON object of strings.
ALTER TABLE tasks ADD COLUMN metadata TEXT NOT NULL DEFAULT '{}';
