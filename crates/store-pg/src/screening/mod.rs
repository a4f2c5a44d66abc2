//! Screening in PostgreSQL: projects, channels, lists, tasks and jobs.

mod channels;
mod chunks;
mod jobs;
mod lists;
mod projects;
mod tasks;
mod usage;
