-- Spending budgets: caps that a workspace sets on what holds of itself, a project, a member or a key come to in a period. (`budgets`
-- caps the jobs of one run.) Nothing is reserved for them. They are changed and counted under the account's lock.
create table spending_budgets (
  id text primary key,
  workspace_id text not null references accounts,
  scope text not null,
  -- Id of the workspace, the project or the user, or public id of the key.
  subject_id text not null,
  -- UTC.
  period text not null,
  cap_millicredits bigint not null,
  -- The start of the first period that it bounds.
  since date not null,
  -- The start of the last period whose beginning was published.
  begun date not null,
  constraint spending_budget_scope check (scope in ('workspace', 'project', 'member', 'key')),
  constraint spending_budget_period check (period in ('day', 'month', 'total')),
  constraint spending_budget_cap check (cap_millicredits between 0 and 9000000000000000),
  constraint spending_budget_subject_length check (char_length(subject_id) between 1 and 500),
  constraint one_spending_budget unique (workspace_id, scope, subject_id, period)
);

create index spending_budgets_of_workspaces on spending_budgets (workspace_id, id);

-- What the holds that were placed in a period of a budget come to. A period without holds may have no row.
create table spending_periods (
  budget_id text not null references spending_budgets on delete cascade,
  -- `period_start` of the budget's period; -infinity for all time.
  starts_on date not null,
  posted_millicredits bigint not null default 0,
  held_millicredits bigint not null default 0,
  -- The highest threshold that was reached, and the highest one that was published: 0, 80 or 100.
  reached_percent smallint not null default 0,
  warned_percent smallint not null default 0,
  constraint spending_periods_pkey primary key (budget_id, starts_on),
  constraint spending_posted_not_negative check (posted_millicredits >= 0),
  constraint spending_held_not_negative check (held_millicredits >= 0)
) with (fillfactor = 50);

create index spending_periods_to_warn on spending_periods (budget_id) where reached_percent > warned_percent;

-- It returns the budget that refused. No release has replicas that would call the earlier one.
drop function if exists reserve_holds(jsonb, date);
