-- A budget caps what several holds of one workspace may come to together, e.g. those of the jobs of one workflow run. Nothing is reserved
-- for it: a hold that names a budget is taken from the balance and from the budget at once.
create table budgets (
  id uuid primary key,
  workspace_id text not null references accounts,
  -- Only grows.
  cap_millicredits bigint not null,
  -- What its posted holds were charged.
  posted_millicredits bigint not null default 0,
  -- What its open holds reserve.
  held_millicredits bigint not null default 0,
  constraint cap_in_range check (cap_millicredits between 0 and 9000000000000000),
  constraint within_cap check (posted_millicredits + held_millicredits <= cap_millicredits),
  constraint budget_held_not_negative check (held_millicredits >= 0),
  constraint budget_posted_not_negative check (posted_millicredits >= 0)
) with (fillfactor = 50);

-- Null: only the balance bounds it.
alter table holds add column budget_id uuid references budgets;

-- The one with budgets takes its place; there is no release yet whose replicas would call it.
drop function if exists place_holds(text[], uuid[], bigint[]);
