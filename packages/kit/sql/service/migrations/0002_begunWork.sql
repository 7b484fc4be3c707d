-- Items of a loop's work that a process has begun and not ended. What is still here without a sign of life took its process down,
-- or was interrupted with it: such items are begun one by one, counted, and parked in failed_work at the third time.
create table begun_work (
  -- The loop, e.g. evaluate-nodes.
  work text not null,
  -- The item, e.g. a node of an attempt.
  id text not null,
  -- Moved on every few seconds while the process lives.
  begun_at timestamptz(3) not null default now(),
  -- Processes that ended while they worked on it.
  deaths int not null default 0,
  primary key (work, id)
);
