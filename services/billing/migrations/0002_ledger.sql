-- The credit ledger, in integer millicredits. What must never happen (an overdraft, a second resolution, a negative
-- amount, books that do not balance) is refused by the tables themselves, whatever the code above them does.

-- The three accounts of a workspace, side by side in one row: a CHECK then keeps their sum at zero at every commit,
-- which a constraint trigger over three rows could do only at several times the cost. No row is shared between
-- workspaces.
--   granted    where credits come from: the negative of all that was ever granted
--   available  what the workspace owns (posted) and how much of it open holds reserve (held)
--   spent      where charges go
create table accounts (
  workspace_id text primary key references workspaces,
  available_posted bigint not null default 0,
  available_held bigint not null default 0 check (available_held >= 0),
  -- The bound keeps every amount exact in a double: 9e15 < 2^53.
  granted bigint not null default 0 check (granted between -9000000000000000 and 0),
  spent bigint not null default 0 check (spent >= 0),
  constraint sum_is_zero check (available_posted + granted + spent = 0),
  constraint no_overdraft check (available_posted - available_held >= 0)
) with (fillfactor = 50); -- Room on the page: every move rewrites the row, and none touches an index.

-- A reservation: the one mutable record of a workspace's money in flight, open until it is posted or voided, once.
create table holds (
  id uuid primary key,
  workspace_id text not null references accounts,
  -- What is reserved; of a resolved hold: what was reserved last.
  millicredits bigint not null check (millicredits between 1 and 9000000000000000),
  state text not null default 'open' check (state in ('open', 'posted', 'voided')),
  charged bigint not null default 0 check (charged between 0 and millicredits),
  created_at timestamptz(3) not null default clock_timestamp(),
  claimed_at timestamptz(3),
  resolved_at timestamptz(3),
  constraint charged_when_posted check ((state = 'posted') = (charged > 0)),
  constraint resolved_when_not_open check ((state = 'open') = (resolved_at is null))
) with (fillfactor = 80);

create index holds_unclaimed on holds (created_at) where state = 'open' and claimed_at is null;

-- The journal: append-only, and enough to rebuild accounts and holds from. Per hold: hold + extend = post + refund, or
-- hold + extend = void.
create table transfers (
  id bigint generated always as identity primary key,
  -- No foreign key: it is checked per row of the hottest insert, and only functions that lock the account write here.
  workspace_id text not null,
  -- grant: granted → available · hold, extend: available reserves · post: available → spent, and the reservation ends ·
  -- refund: what a posted hold did not use is free again · void: the whole hold is free again
  kind text not null check (kind in ('grant', 'hold', 'extend', 'post', 'refund', 'void')),
  hold_id uuid,
  grant_id text,
  millicredits bigint not null check (millicredits > 0),
  created_at timestamptz(3) not null default clock_timestamp(),
  constraint grant_or_hold check ((kind = 'grant') = (grant_id is not null) and (kind = 'grant') = (hold_id is null))
);

create index transfers_workspace on transfers (workspace_id, id);
create unique index transfers_placed_once on transfers (hold_id) where kind = 'hold';
create unique index transfers_resolved_once on transfers (hold_id) where kind in ('post', 'void');
create unique index transfers_refunded_once on transfers (hold_id) where kind = 'refund';
create unique index transfers_granted_once on transfers (workspace_id, grant_id) where kind = 'grant';

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'transfers are append-only: correct with a new transfer';
end $$;

create trigger transfers_append_only before update or delete or truncate on transfers
  for each statement execute function refuse_change();
