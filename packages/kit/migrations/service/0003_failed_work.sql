-- Pieces of a loop's work that failed: when each is tried again. What failed too often is parked (retry_at infinity) until
-- an operator has it tried again: npm run admin -- dlq list.
create table failed_work (
  -- The loop, e.g. record-results.
  work text not null,
  -- What it worked on, e.g. a job's id.
  id text not null,
  tries int not null,
  -- What the last try failed with.
  error text not null,
  failed_at timestamptz(3) not null,
  retry_at timestamptz(3) not null,
  primary key (work, id)
);

create index failed_work_parked on failed_work (failed_at) where retry_at = 'infinity';
