-- Returns the spending budgets that bound a hold, with the state of the period in which the hold was placed. Its workspace, user, key,
-- project and day are read; other columns may be null.
create or replace function budgets_of(p_hold holds)
returns table (
  id text, scope text, subject_id text, period text, cap_millicredits bigint, starts_on date, posted_millicredits bigint,
  held_millicredits bigint
) language plpgsql stable as $$
#variable_conflict use_column
begin
  return query
  select b.id, b.scope, b.subject_id, b.period, b.cap_millicredits, s.starts_on,
    coalesce(p.posted_millicredits, 0), coalesce(p.held_millicredits, 0)
  from spending_budgets b
  cross join lateral (select period_start(b.period, day_of(p_hold)) as starts_on) s
  left join spending_periods p on p.budget_id = b.id and p.starts_on = s.starts_on
  where b.workspace_id = p_hold.workspace_id and s.starts_on >= b.since
    and (b.scope, b.subject_id) in (
      ('workspace', p_hold.workspace_id), ('project', p_hold.project_id), ('member', p_hold.user_id), ('key', p_hold.key_id)
    );
end $$;
