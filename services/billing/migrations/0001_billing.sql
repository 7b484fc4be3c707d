-- Plans, workspaces and the credit ledger. The ledger counts integer millicredits. What must never happen (an overdraft, a
-- second resolution, a negative amount, books that do not balance) is refused by the tables themselves, whatever the code
-- above them does.

-- Plans are data, so that an operator changes one with a single statement and no release. A workspace follows its plan
-- except where an operator has overridden a limit.
create table plans (
  tier text primary key,
  paid boolean not null,
  concurrent_jobs integer not null,
  -- Per UTC day; null: no daily limit.
  jobs_per_day integer,
  storage_bytes bigint not null,
  -- Of one API key.
  requests_per_minute integer not null,
  constraint plan_concurrent_jobs check (concurrent_jobs >= 0),
  constraint plan_jobs_per_day check (jobs_per_day >= 0),
  constraint plan_storage_bytes check (storage_bytes >= 0),
  constraint plan_requests_per_minute check (requests_per_minute > 0)
);

insert into plans (tier, paid, concurrent_jobs, jobs_per_day, storage_bytes, requests_per_minute) values
  ('FREE', false, 2, 20, 1::bigint << 30, 120),
  ('PRO', true, 20, 1000, 100::bigint << 30, 120),
  ('COMMERCIAL_TEAM', true, 100, 10000, 1::bigint << 40, 120);

create table workspaces (
  id text primary key,
  name text not null,
  plan text not null references plans (tier),
  -- Overrides; null: the plan's figure.
  concurrent_jobs integer,
  jobs_per_day integer,
  storage_bytes bigint,
  requests_per_minute integer,
  constraint workspace_name check (length(name) between 1 and 80),
  constraint workspace_concurrent_jobs check (concurrent_jobs >= 0),
  constraint workspace_jobs_per_day check (jobs_per_day >= 0),
  constraint workspace_storage_bytes check (storage_bytes >= 0),
  constraint workspace_requests_per_minute check (requests_per_minute > 0)
);

-- The three accounts of a workspace, side by side in one row: a CHECK then keeps their sum at zero at every
-- commit, which a constraint trigger over three rows could do only at several times the cost. No row is shared between
-- workspaces.
--   granted    where credits come from: the negative of all that was ever granted
--   available  what the workspace owns (posted) and how much of it open holds reserve (held)
--   spent      where charges go
create table accounts (
  workspace_id text primary key references workspaces,
  posted_millicredits bigint not null default 0,
  held_millicredits bigint not null default 0,
  granted_millicredits bigint not null default 0,
  spent_millicredits bigint not null default 0,
  constraint sum_is_zero check (posted_millicredits + granted_millicredits + spent_millicredits = 0),
  constraint no_overdraft check (posted_millicredits - held_millicredits >= 0),
  constraint held_not_negative check (held_millicredits >= 0),
  constraint spent_not_negative check (spent_millicredits >= 0),
  -- MAX_MILLICREDITS (packages/kit/src/limits.ts): keeps every amount exact in a double.
  constraint granted_in_range check (granted_millicredits between -9000000000000000 and 0)
) with (fillfactor = 50); -- Room on the page: every move rewrites the row, and none touches an index.

-- A reservation: the one mutable record of a workspace's money in flight, open until it is posted or voided, once.
create table holds (
  id uuid primary key,
  workspace_id text not null references accounts,
  -- What is reserved; of a resolved hold: what was reserved last.
  millicredits bigint not null,
  state text not null default 'open',
  charged_millicredits bigint not null default 0,
  created_at timestamptz(3) not null default clock_timestamp(),
  claimed_at timestamptz(3),
  resolved_at timestamptz(3),
  constraint hold_state check (state in ('open', 'posted', 'voided')),
  constraint hold_in_range check (millicredits between 1 and 9000000000000000),
  constraint charged_in_range check (charged_millicredits between 0 and millicredits),
  constraint charged_when_posted check ((state = 'posted') = (charged_millicredits > 0)),
  constraint resolved_when_not_open check ((state = 'open') = (resolved_at is null))
) with (fillfactor = 80);

create index holds_unclaimed on holds (created_at) where state = 'open' and claimed_at is null;

-- The journal: append-only (functions/refuseChange.sql), and enough to rebuild accounts and holds from. Per hold:
-- hold + extend = post + refund, or hold + extend = void.
create table transfers (
  id bigint generated always as identity primary key,
  -- No foreign key: it is checked per row of the hottest insert, and only functions that lock the account write here.
  workspace_id text not null,
  -- grant: granted → available · hold, extend: available reserves · post: available → spent, and the reservation ends ·
  -- refund: what a posted hold did not use is free again · void: the whole hold is free again
  kind text not null,
  hold_id uuid,
  grant_id text,
  millicredits bigint not null,
  created_at timestamptz(3) not null default clock_timestamp(),
  constraint transfer_kind check (kind in ('grant', 'hold', 'extend', 'post', 'refund', 'void')),
  constraint transfer_positive check (millicredits > 0),
  constraint grant_or_hold check ((kind = 'grant') = (grant_id is not null) and (kind = 'grant') = (hold_id is null))
);

create index transfers_workspace on transfers (workspace_id, id);
create unique index transfers_placed_once on transfers (hold_id) where kind = 'hold';
create unique index transfers_resolved_once on transfers (hold_id) where kind in ('post', 'void');
create unique index transfers_refunded_once on transfers (hold_id) where kind = 'refund';
create unique index transfers_granted_once on transfers (workspace_id, grant_id) where kind = 'grant';
