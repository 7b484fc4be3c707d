-- Ends open holds of one workspace: a charge above zero posts the hold and refunds the rest, zero voids it. The first
-- resolution wins; whoever comes later is told how the hold stands, as is whoever would charge more than was held.
-- Answers one row per hold of the workspace, in order: the hold as it stands afterwards, whether this entry of the call
-- ended it, and what is available now.
create function settle_holds(p_workspace_id text, p_ids uuid[], p_charges bigint[])
returns table (
  id uuid, state text, millicredits bigint, charged bigint, resolved_at timestamptz, settled boolean, available bigint
) language plpgsql as $$
#variable_conflict use_column
declare
  settled_entries bigint[];
  total_charged bigint;
  total_held bigint;
begin
  perform 1 from accounts where workspace_id = p_workspace_id for no key update;
  perform 1 from holds where id = any(p_ids) and workspace_id = p_workspace_id order by id for no key update;

  with ending as (
    select distinct on (h.id) h.id, h.millicredits, w.charge, w.n
    from unnest(p_ids, p_charges) with ordinality as w (id, charge, n)
    join holds h on h.id = w.id and h.workspace_id = p_workspace_id
    where h.state = 'open' and w.charge <= h.millicredits
    order by h.id, w.n
  ), resolved as (
    update holds h set
      state = case when e.charge > 0 then 'posted' else 'voided' end,
      charged = e.charge,
      resolved_at = clock_timestamp()
    from ending e where h.id = e.id and h.state = 'open'
  ), journal as (
    insert into transfers (workspace_id, kind, hold_id, millicredits)
    select p_workspace_id, move.kind, e.id, move.amount
    from ending e
    cross join lateral (values
      ('post', e.charge),
      (case when e.charge > 0 then 'refund' else 'void' end, e.millicredits - e.charge)
    ) as move (kind, amount)
    where move.amount > 0
    order by e.n, move.kind
  )
  select coalesce(array_agg(n), '{}'), coalesce(sum(charge), 0), coalesce(sum(millicredits), 0)
  into settled_entries, total_charged, total_held
  from ending;

  update accounts set
    available_posted = available_posted - total_charged,
    available_held = available_held - total_held,
    spent = spent + total_charged
  where workspace_id = p_workspace_id
  returning available_posted - available_held into available;

  return query
  select h.id, h.state, h.millicredits, h.charged, h.resolved_at, w.n = any(settled_entries), available
  from unnest(p_ids) with ordinality as w (id, n)
  join holds h on h.id = w.id and h.workspace_id = p_workspace_id
  order by w.n;
end $$;
