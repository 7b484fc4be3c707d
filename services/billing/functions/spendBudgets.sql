-- Takes an amount of a hold from each spending budget that bounds the hold. The caller has locked the account.
-- `p_day` is the UTC day on which the hold was placed, also for an extension on a later day.
-- Returns the budget that has not so much left, and then takes nothing; of several, the one with the least left. Null: taken.
create or replace function spend_budgets(p_hold holds, p_millicredits bigint)
returns jsonb language plpgsql as $$
declare
  refusing jsonb;
begin
  select to_jsonb(b) into refusing from budgets_of(p_hold) b
  where p_millicredits > cap_millicredits - posted_millicredits - held_millicredits
  order by cap_millicredits - posted_millicredits - held_millicredits, id limit 1;
  if found then
    return refusing;
  end if;
  insert into spending_periods as p (budget_id, starts_on, held_millicredits, reached_percent)
  select id, starts_on, p_millicredits,
    reached_percent(cap_millicredits, posted_millicredits + held_millicredits + p_millicredits)
  from budgets_of(p_hold)
  on conflict (budget_id, starts_on) do update set
    held_millicredits = p.held_millicredits + excluded.held_millicredits,
    reached_percent = greatest(p.reached_percent, excluded.reached_percent);
  return null;
end $$;
