//! Screening many lines at once.
