-- Group commit: the holds of one workspace that arrive together are decided one after the other, each with its own
-- verdict, under one lock of the account and one commit. What they need is read at once and what they change is written
-- at once: with three statements per hold, a batch of 200 took two to three times as long.
-- Answers one row per hold, in order; none at all when the workspace is unknown. Outcomes: held (now or by an earlier
-- call) · resolved (was posted or voided) · insufficient · mismatch (the id stands for another amount or workspace).
create function place_holds(p_workspace_id text, p_ids uuid[], p_millicredits bigint[])
returns table (outcome text, available bigint) language plpgsql as $$
declare
  wanted record;
  placed_ids uuid[] := '{}';
  placed_amounts bigint[] := '{}';
begin
  select available_posted - available_held into available
  from accounts where workspace_id = p_workspace_id for no key update;
  if not found then
    return;
  end if;

  for wanted in
    -- An extended hold is still the one that was placed, so the journal's first amount is compared, not today's.
    select w.id, w.amount, h.state, h.workspace_id, t.millicredits as first_amount
    from unnest(p_ids, p_millicredits) with ordinality as w (id, amount, n)
    left join holds h on h.id = w.id
    left join transfers t on t.hold_id = h.id and t.kind = 'hold'
    order by w.n
  loop
    if wanted.id = any(placed_ids) then
      wanted.state := 'open';
      wanted.workspace_id := p_workspace_id;
      wanted.first_amount := placed_amounts[array_position(placed_ids, wanted.id)];
    end if;

    if wanted.state is not null then
      outcome := case
        when wanted.workspace_id <> p_workspace_id or wanted.first_amount <> wanted.amount then 'mismatch'
        when wanted.state = 'open' then 'held'
        else 'resolved'
      end;
    elsif wanted.amount > available then
      outcome := 'insufficient';
    else
      placed_ids := placed_ids || wanted.id;
      placed_amounts := placed_amounts || wanted.amount;
      available := available - wanted.amount;
      outcome := 'held';
    end if;
    return next;
  end loop;

  if cardinality(placed_ids) > 0 then
    insert into holds (id, workspace_id, millicredits)
    select id, p_workspace_id, amount from unnest(placed_ids, placed_amounts) as placed (id, amount);
    insert into transfers (workspace_id, kind, hold_id, millicredits)
    select p_workspace_id, 'hold', id, amount
    from unnest(placed_ids, placed_amounts) with ordinality as placed (id, amount, n) order by n;
    -- The row is locked, so what is left to hold is what it was less all that was placed.
    update accounts set available_held = available_posted - available where workspace_id = p_workspace_id;
  end if;
end $$;
