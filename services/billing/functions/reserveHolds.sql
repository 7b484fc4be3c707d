-- Group commit across workspaces: what arrives together is decided together and costs one commit, however many workspaces
-- it belongs to. Accounts are locked in the order of their ids, so batches never deadlock. Holds of
-- one workspace are decided one after the other, each with its own verdict; what they need is read at once and what they
-- change is written at once.
-- Each connection plans it once: otherwise PostgreSQL plans again for the length of each batch, a third of the cost of a
-- lone hold (measured). Without sequential scans the plan is also right when it was made while the tables were small.
-- `p_holds` is an array of objects with the columns that `wanted` names; `p_day` is the UTC day of the call.
-- Returns one row per hold, `n` counting them from 1. Outcomes: held (now or by an earlier call) · resolved (was posted or
-- voided) · over_budget (its budget, or a spending budget, has not so much left) · insufficient (the balance has not) · mismatch (the id stands for
-- another amount, workspace or budget, or the workspace has no such budget) · unknown_workspace.
-- `job_id` is the job that an open hold was first placed for. `refused_by` is the spending budget that refused (spendBudgets.sql).
create or replace function reserve_holds(p_holds jsonb, p_day date)
returns table (n bigint, outcome text, available_millicredits bigint, job_id text, refused_by jsonb) language plpgsql
set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
declare
  wanted record;
  v_workspace_id text;
  placed bigint[] := '{}';
  placed_ids uuid[] := '{}';
  placed_workspaces text[] := '{}';
  placed_amounts bigint[] := '{}';
  placed_budgets uuid[] := '{}';
  placed_jobs text[] := '{}';
  v_place int;
  -- Workspaces with spending budgets: others pay nothing for them.
  v_bounded text[];
  v_hold holds%rowtype;
begin
  perform from accounts where workspace_id = any(array(
    select w.workspace_id from jsonb_to_recordset(p_holds) as w (workspace_id text)
  )) order by workspace_id for no key update;

  v_bounded := array(
    select distinct w.workspace_id from jsonb_to_recordset(p_holds) as w (workspace_id text)
    where exists (select from spending_budgets b where b.workspace_id = w.workspace_id)
  );

  for wanted in
    -- Laterals with a limit stay lookups by key. A join is planned as a read of the whole table while that is small, and
    -- the plan stays with its connection while the table grows: ten times slower after some thousand holds (measured).
    select w.n, w.workspace_id, w.id, w.millicredits as amount, w.budget_id, w.user_id, w.key_id, w.project_id, w.job_id, a.balance, b.budget_left,
      h.state, h.workspace_id as owner, h.first_amount, h.budget_id as first_budget, h.job_id as first_job
    from rows from (
      jsonb_to_recordset(p_holds) as (
        workspace_id text, id uuid, millicredits bigint, budget_id uuid, user_id text, key_id text, project_id text, job_id text
      )
    ) with ordinality as w (workspace_id, id, millicredits, budget_id, user_id, key_id, project_id, job_id, n)
    left join lateral (
      select posted_millicredits - held_millicredits as balance
      from accounts where accounts.workspace_id = w.workspace_id limit 1
    ) a on true
    left join lateral (
      select cap_millicredits - posted_millicredits - held_millicredits as budget_left
      from budgets where budgets.id = w.budget_id and budgets.workspace_id = w.workspace_id limit 1
    ) b on true
    left join lateral (
      -- An extended hold is still the one that was placed, so the journal's first amount is compared, not today's.
      select holds.state, holds.workspace_id, holds.budget_id, holds.job_id,
        (select millicredits from transfers where hold_id = holds.id and kind = 'hold') as first_amount
      from holds where holds.id = w.id limit 1
    ) h on true
    order by w.workspace_id, w.n
  loop
    n := wanted.n;
    if v_workspace_id is distinct from wanted.workspace_id then
      v_workspace_id := wanted.workspace_id;
      available_millicredits := wanted.balance;
    end if;
    v_place := array_position(placed_ids, wanted.id);
    if v_place is not null then
      wanted.state := 'open';
      wanted.owner := placed_workspaces[v_place];
      wanted.first_amount := placed_amounts[v_place];
      wanted.first_budget := placed_budgets[v_place];
      wanted.first_job := placed_jobs[v_place];
    end if;
    if wanted.budget_id = any(placed_budgets) then
      wanted.budget_left := wanted.budget_left - (
        select sum(amount) from unnest(placed_budgets, placed_amounts) as p (budget_id, amount)
        where p.budget_id = wanted.budget_id
      );
    end if;

    job_id := wanted.first_job;
    refused_by := null;
    if wanted.balance is null then
      outcome := 'unknown_workspace';
    elsif wanted.state is not null then
      outcome := case
        when wanted.owner <> wanted.workspace_id or wanted.first_amount <> wanted.amount
          or wanted.first_budget is distinct from wanted.budget_id then 'mismatch'
        when wanted.state = 'open' then 'held'
        else 'resolved'
      end;
    elsif wanted.budget_id is not null and wanted.budget_left is null then
      outcome := 'mismatch';
    elsif wanted.amount > wanted.budget_left then
      outcome := 'over_budget';
    elsif wanted.amount > available_millicredits then
      outcome := 'insufficient';
    else
      outcome := 'held';
      if wanted.workspace_id = any(v_bounded) then
        v_hold.workspace_id := wanted.workspace_id;
        v_hold.user_id := wanted.user_id;
        v_hold.key_id := wanted.key_id;
        v_hold.project_id := wanted.project_id;
        v_hold.placed_on := p_day;
        refused_by := spend_budgets(v_hold, wanted.amount);
        if refused_by is not null then
          outcome := 'over_budget';
        end if;
      end if;
    end if;

    if outcome = 'held' and wanted.state is null then
      placed := placed || wanted.n;
      placed_ids := placed_ids || wanted.id;
      placed_workspaces := placed_workspaces || wanted.workspace_id;
      placed_amounts := placed_amounts || wanted.amount;
      placed_budgets := placed_budgets || wanted.budget_id;
      placed_jobs := placed_jobs || wanted.job_id;
      available_millicredits := available_millicredits - wanted.amount;
      job_id := wanted.job_id;
    elsif outcome <> 'held' then
      job_id := null;
    end if;
    return next;
  end loop;

  if cardinality(placed) = 0 then
    return;
  end if;
  insert into holds (id, workspace_id, millicredits, budget_id, user_id, key_id, project_id, tool, job_id, run_id, placed_on)
  select w.id, w.workspace_id, w.millicredits, w.budget_id, w.user_id, w.key_id, w.project_id, w.tool, w.job_id, w.run_id,
    p_day
  from rows from (
    jsonb_to_recordset(p_holds) as (
      id uuid, workspace_id text, millicredits bigint, budget_id uuid, user_id text, key_id text, project_id text,
      tool text, job_id text, run_id text
    )
  ) with ordinality as w (
    id, workspace_id, millicredits, budget_id, user_id, key_id, project_id, tool, job_id, run_id, n
  )
  where w.n = any(placed);
  insert into transfers (workspace_id, kind, hold_id, millicredits)
  select p.workspace_id, 'hold', p.id, p.amount
  from unnest(placed_ids, placed_workspaces, placed_amounts) with ordinality as p (id, workspace_id, amount, n)
  order by p.n;
  update accounts set held_millicredits = held_millicredits + p.amount
  from (
    select workspace_id, sum(amount)::bigint as amount
    from unnest(placed_workspaces, placed_amounts) as each (workspace_id, amount) group by workspace_id
  ) p
  where accounts.workspace_id = p.workspace_id;
  if array_remove(placed_budgets, null) <> '{}' then
    update budgets set held_millicredits = held_millicredits + p.amount
    from (
      select budget_id, sum(amount)::bigint as amount
      from unnest(placed_budgets, placed_amounts) as each (budget_id, amount) where budget_id is not null
      group by budget_id
    ) p
    where budgets.id = p.budget_id;
  end if;
end $$;
