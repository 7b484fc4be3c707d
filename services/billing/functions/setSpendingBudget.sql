-- Creates or changes the budget of a subject and period. `p_id` is the id of a new budget.
-- A new budget starts with what the present period has already come to. That can be all holds of the workspace, so they are summed
-- before the account is locked. Under the lock only transfers that were made meanwhile are added. Each statement sees what was committed
-- before it. Transfers of a workspace are made under its account's lock, so their ids are in the order of their commits.
-- Returns no row when the workspace is unknown. Outcomes: set · too_many (the workspace has `p_most` budgets).
-- `more`: holds that the budget refused may fit now.
create or replace function set_spending_budget(
  p_id text, p_workspace_id text, p_scope text, p_subject_id text, p_period text, p_cap bigint, p_day date, p_most int
)
returns table (outcome text, budget_id text, more boolean, available_millicredits bigint) language plpgsql as $$
#variable_conflict use_column
declare
  v_starts date := period_start(p_period, p_day);
  v_budget spending_budgets%rowtype;
  v_seen bigint;
  v_periods date[];
  v_posted bigint[];
  v_held bigint[];
begin
  if not exists (
    select from spending_budgets
    where workspace_id = p_workspace_id and scope = p_scope and subject_id = p_subject_id and period = p_period
  ) then
    select (select max(t.id) from transfers t where t.workspace_id = p_workspace_id),
      array_agg(s.starts_on), array_agg(s.posted), array_agg(s.held)
    into v_seen, v_periods, v_posted, v_held
    from (
      -- Around midnight a replica whose clock is ahead may have placed holds in the next period.
      select period_start(p_period, day_of(h)) as starts_on, sum(h.charged_millicredits)::bigint as posted,
        coalesce(sum(h.millicredits) filter (where h.state = 'open'), 0)::bigint as held
      from holds h
      where h.workspace_id = p_workspace_id and day_of(h) >= v_starts
        -- For the index: the clocks of replicas and of the database differ by less than a day.
        and h.created_at >= v_starts - interval '1 day'
        and case p_scope
          when 'workspace' then true
          when 'project' then h.project_id = p_subject_id
          when 'member' then h.user_id = p_subject_id
          else h.key_id = p_subject_id
        end
      group by 1
    ) s;
  end if;
  select posted_millicredits - held_millicredits into available_millicredits
  from accounts where workspace_id = p_workspace_id for no key update;
  if not found then
    return;
  end if;
  select * into v_budget from spending_budgets
  where workspace_id = p_workspace_id and scope = p_scope and subject_id = p_subject_id and period = p_period;
  outcome := 'set';
  budget_id := coalesce(v_budget.id, p_id);
  more := coalesce(p_cap > v_budget.cap_millicredits, false);
  if v_budget.id is not null then
    update spending_budgets set cap_millicredits = p_cap where id = v_budget.id;
  elsif (select count(*) from spending_budgets where workspace_id = p_workspace_id) >= p_most then
    outcome := 'too_many';
    return next;
    return;
  else
    insert into spending_budgets (id, workspace_id, scope, subject_id, period, cap_millicredits, since, begun)
    values (p_id, p_workspace_id, p_scope, p_subject_id, p_period, p_cap, v_starts, v_starts);
    insert into spending_periods (budget_id, starts_on, posted_millicredits, held_millicredits)
    select p_id, c.starts_on, sum(c.posted)::bigint, sum(c.held)::bigint
    from (
      select * from unnest(v_periods, v_posted, v_held) as before (starts_on, posted, held)
      union all
      select period_start(p_period, day_of(h)), case t.kind when 'post' then t.millicredits else 0 end,
        case when t.kind in ('hold', 'extend') then t.millicredits else -t.millicredits end
      from transfers t join holds h on h.id = t.hold_id
      where t.workspace_id = p_workspace_id and t.id > coalesce(v_seen, 0) and day_of(h) >= v_starts
        and case p_scope
          when 'workspace' then true
          when 'project' then h.project_id = p_subject_id
          when 'member' then h.user_id = p_subject_id
          else h.key_id = p_subject_id
        end
    ) c
    group by c.starts_on;
  end if;
  insert into spending_periods (budget_id, starts_on) values (coalesce(v_budget.id, p_id), v_starts) on conflict do nothing;
  -- Thresholds are those of the new cap: a lower cap can reach one, and after a higher cap one can be reached again.
  update spending_periods set
    reached_percent = reached_percent(p_cap, posted_millicredits + held_millicredits),
    warned_percent = least(warned_percent, reached_percent(p_cap, posted_millicredits + held_millicredits))
  where spending_periods.budget_id = coalesce(v_budget.id, p_id) and starts_on = v_starts;
  return next;
end $$;
