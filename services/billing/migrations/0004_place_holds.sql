-- Group commit: the holds of one workspace that arrive together are decided one after the other, each with its own
-- verdict, under one lock of the account and one commit.
-- Answers one row per hold, in order; none at all when the workspace is unknown. Outcomes: held (now or by an earlier
-- call) · resolved (was posted or voided) · insufficient · mismatch (the id stands for another amount or workspace).
create function place_holds(p_workspace_id text, p_ids uuid[], p_millicredits bigint[])
returns table (outcome text, available bigint) language plpgsql as $$
declare
  earlier record;
  total bigint := 0;
begin
  select available_posted - available_held into available
  from accounts where workspace_id = p_workspace_id for no key update;
  if not found then
    return;
  end if;

  for n in 1 .. cardinality(p_ids) loop
    -- An extended hold is still the one that was placed, so the journal's first amount is compared, not today's.
    select h.state, h.workspace_id, t.millicredits into earlier
    from holds h join transfers t on t.hold_id = h.id and t.kind = 'hold'
    where h.id = p_ids[n];

    if found then
      outcome := case
        when earlier.workspace_id <> p_workspace_id or earlier.millicredits <> p_millicredits[n] then 'mismatch'
        when earlier.state = 'open' then 'held'
        else 'resolved'
      end;
    elsif p_millicredits[n] > available then
      outcome := 'insufficient';
    else
      insert into holds (id, workspace_id, millicredits) values (p_ids[n], p_workspace_id, p_millicredits[n]);
      insert into transfers (workspace_id, kind, hold_id, millicredits)
      values (p_workspace_id, 'hold', p_ids[n], p_millicredits[n]);
      total := total + p_millicredits[n];
      available := available - p_millicredits[n];
      outcome := 'held';
    end if;
    return next;
  end loop;

  if total > 0 then
    update accounts set available_held = available_held + total where workspace_id = p_workspace_id;
  end if;
end $$;
