-- Raises an open hold to a new total. A total, not a difference, so that repeated or reordered calls change nothing.
-- Returns no row when the hold is unknown. Outcomes: held · over_budget, insufficient (its budget or a
-- spending budget, the balance has not so much left: the old total stands) · resolved.
create or replace function extend_hold(p_id uuid, p_total_millicredits bigint)
returns table (outcome text, total_millicredits bigint) language plpgsql as $$
declare
  owner text;
  available bigint;
  hold holds%rowtype;
  more bigint;
begin
  select workspace_id into owner from holds where id = p_id;
  if not found then
    return;
  end if;
  select posted_millicredits - held_millicredits into available
  from accounts where workspace_id = owner for no key update;
  select * into hold from holds where id = p_id for no key update;
  total_millicredits := hold.millicredits;
  more := p_total_millicredits - hold.millicredits;

  if hold.state <> 'open' then
    outcome := 'resolved';
    total_millicredits := 0;
  elsif more <= 0 then
    outcome := 'held';
  elsif more > (
    select cap_millicredits - posted_millicredits - held_millicredits from budgets where id = hold.budget_id
  ) then
    outcome := 'over_budget';
  elsif more > available then
    outcome := 'insufficient';
  elsif spend_budgets(hold, more) is not null then
    outcome := 'over_budget';
  else
    update holds set millicredits = p_total_millicredits where id = p_id;
    insert into transfers (workspace_id, kind, hold_id, millicredits)
    values (owner, 'extend', p_id, more);
    update accounts set held_millicredits = held_millicredits + more where workspace_id = owner;
    update budgets set held_millicredits = held_millicredits + more where id = hold.budget_id;
    outcome := 'held';
    total_millicredits := p_total_millicredits;
  end if;
  return next;
end $$;
