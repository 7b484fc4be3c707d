-- Ends open holds of one workspace: a charge above zero posts the hold and refunds the rest, zero voids it. The first
-- resolution wins; whoever comes later is told how the hold stands, as is whoever would charge more than was held.
-- Answers one row per hold, in order: the hold as it stands afterwards, whether this call ended it, and what is
-- available after it. All holds must be the workspace's: anything else is a bug and settles none of them.
create function settle_holds(p_workspace_id text, p_ids uuid[], p_charges bigint[])
returns table (
  id uuid, state text, millicredits bigint, charged bigint, resolved_at timestamptz, settled boolean, available bigint
) language plpgsql as $$
#variable_conflict use_column
declare
  hold holds%rowtype;
  unused bigint;
  total_charged bigint := 0;
  total_released bigint := 0;
begin
  select available_posted - available_held into available
  from accounts where workspace_id = p_workspace_id for no key update;
  perform 1 from holds where id = any(p_ids) and workspace_id = p_workspace_id order by id for no key update;

  for n in 1 .. cardinality(p_ids) loop
    select * into strict hold from holds where id = p_ids[n] and workspace_id = p_workspace_id;
    settled := hold.state = 'open' and p_charges[n] <= hold.millicredits;
    if settled then
      update holds set
        state = case when p_charges[n] > 0 then 'posted' else 'voided' end,
        charged = p_charges[n],
        resolved_at = clock_timestamp()
      where id = hold.id and state = 'open'
      returning * into strict hold;
      unused := hold.millicredits - hold.charged;
      insert into transfers (workspace_id, kind, hold_id, millicredits)
      select p_workspace_id, kind, hold.id, amount
      from (values
        ('post', hold.charged),
        (case when hold.charged > 0 then 'refund' else 'void' end, unused)
      ) as move (kind, amount)
      where amount > 0;
      total_charged := total_charged + hold.charged;
      total_released := total_released + hold.millicredits;
      available := available + unused;
    end if;
    id := hold.id;
    state := hold.state;
    millicredits := hold.millicredits;
    charged := hold.charged;
    resolved_at := hold.resolved_at;
    return next;
  end loop;

  if total_released > 0 then
    update accounts set
      available_posted = available_posted - total_charged,
      available_held = available_held - total_released,
      spent = spent + total_charged
    where workspace_id = p_workspace_id;
  end if;
end $$;
