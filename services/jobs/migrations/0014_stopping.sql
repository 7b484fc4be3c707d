-- A user may stop a running metered job and keep its results so far: the runner learns it at its next heartbeat.
-- Nullable: jobs of the last release do not know this column, and never end an attempt by it.
alter table jobs
  -- When a user asked for the end of the running attempt.
  add column stopping_at timestamptz(3);
