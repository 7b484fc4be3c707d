-- Ends open holds: a charge above zero posts the hold and refunds the rest, zero voids it. The first resolution wins;
-- a later one, or one that would charge more than is held, gets the hold as it is.
-- Group commit across workspaces, as for place_holds: what ended together is settled together and costs one commit.
-- Accounts are locked first and holds after them, each in the order of their ids, so batches never deadlock.
-- Returns one row per known hold, `n` counting the entries of the call from 1: the hold as it stands afterwards, whether
-- this entry ended it, and what is available to its workspace now.
create or replace function settle_holds(p_ids uuid[], p_charges bigint[])
returns table (
  n bigint, id uuid, workspace_id text, state text, millicredits bigint, charged_millicredits bigint,
  resolved_at timestamptz, settled boolean, available_millicredits bigint
) language plpgsql as $$
#variable_conflict use_column
declare
  settled_entries bigint[];
begin
  -- Laterals with a limit stay lookups by key, also in a plan that was made while the tables were small.
  perform from accounts where workspace_id = any(array(
    select h.workspace_id from unnest(p_ids) as w (id)
    cross join lateral (select workspace_id from holds where holds.id = w.id limit 1) h
  )) order by workspace_id for no key update;
  perform from holds where id = any(p_ids) order by id for no key update;

  with ending as materialized (
    select distinct on (h.id) h.id, h.workspace_id, h.millicredits, h.budget_id, h.project_id, h.user_id, h.key_id,
      h.day, w.charge, w.n,
      -- One time for the hold and its transfers: usage and ledger count a charge in the same range.
      clock_timestamp() as ended_at
    from unnest(p_ids, p_charges) with ordinality as w (id, charge, n)
    cross join lateral (select *, day_of(holds) as day from holds where holds.id = w.id limit 1) h
    where h.state = 'open' and w.charge <= h.millicredits
    order by h.id, w.n
  ), resolved as (
    update holds h set
      state = case when e.charge > 0 then 'posted' else 'voided' end,
      charged_millicredits = e.charge,
      resolved_at = e.ended_at
    from ending e where h.id = e.id
  ), journal as (
    insert into transfers (workspace_id, kind, hold_id, millicredits, created_at)
    select e.workspace_id, move.kind, e.id, move.amount, e.ended_at
    from ending e
    cross join lateral (values
      ('post', e.charge),
      (case when e.charge > 0 then 'refund' else 'void' end, e.millicredits - e.charge)
    ) as move (kind, amount)
    where move.amount > 0
    order by e.n, move.kind
  ), paid as (
    update accounts a set
      posted_millicredits = posted_millicredits - total.charged,
      held_millicredits = held_millicredits - total.held,
      spent_millicredits = spent_millicredits + total.charged
    from (
      select workspace_id, sum(charge)::bigint as charged, sum(millicredits)::bigint as held
      from ending group by workspace_id
    ) total
    where a.workspace_id = total.workspace_id
  ), counted as (
    update budgets b set
      posted_millicredits = posted_millicredits + total.charged,
      held_millicredits = held_millicredits - total.held
    from (
      select budget_id, sum(charge)::bigint as charged, sum(millicredits)::bigint as held
      from ending where budget_id is not null group by budget_id
    ) total
    where b.id = total.budget_id
  ), spent as (
    update spending_periods p set
      posted_millicredits = posted_millicredits + total.charged,
      held_millicredits = held_millicredits - total.held
    from (
      select b.id as budget_id, period_start(b.period, e.day) as starts_on, sum(e.charge)::bigint as charged,
        sum(e.millicredits)::bigint as held
      from ending e
      join spending_budgets b on b.workspace_id = e.workspace_id and (b.scope, b.subject_id) in (
        ('workspace', e.workspace_id), ('project', e.project_id), ('member', e.user_id), ('key', e.key_id)
      )
      group by b.id, starts_on
    ) total
    where p.budget_id = total.budget_id and p.starts_on = total.starts_on
  )
  select coalesce(array_agg(n), '{}') into settled_entries from ending;

  return query
  select w.n, h.id, h.workspace_id, h.state, h.millicredits, h.charged_millicredits, h.resolved_at,
    w.n = any(settled_entries),
    (select posted_millicredits - held_millicredits from accounts where accounts.workspace_id = h.workspace_id)
  from unnest(p_ids) with ordinality as w (id, n)
  cross join lateral (select * from holds where holds.id = w.id limit 1) h
  order by w.n;
end $$;
