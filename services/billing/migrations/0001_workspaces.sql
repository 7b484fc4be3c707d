-- Plans are data, so that a platform team changes a figure with one statement and no release. A workspace follows its
-- plan except where an operator has set a figure of its own.
create table plans (
  tier text primary key,
  paid boolean not null,
  concurrent_jobs integer not null check (concurrent_jobs >= 0),
  -- Null: no daily limit.
  jobs_per_day integer check (jobs_per_day >= 0),
  storage_bytes bigint not null check (storage_bytes >= 0),
  requests_per_minute integer not null check (requests_per_minute > 0)
);

insert into plans (tier, paid, concurrent_jobs, jobs_per_day, storage_bytes, requests_per_minute) values
  ('FREE', false, 2, 20, 1::bigint << 30, 120),
  ('PRO', true, 20, 1000, 100::bigint << 30, 120),
  ('COMMERCIAL_TEAM', true, 100, 10000, 1::bigint << 40, 120);

create table workspaces (
  id text primary key,
  name text not null check (length(name) between 1 and 80),
  plan text not null references plans (tier),
  -- Overrides; null: the plan's figure.
  concurrent_jobs integer check (concurrent_jobs >= 0),
  jobs_per_day integer check (jobs_per_day >= 0),
  storage_bytes bigint check (storage_bytes >= 0),
  requests_per_minute integer check (requests_per_minute > 0)
);
