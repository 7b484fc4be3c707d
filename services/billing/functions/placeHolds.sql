-- For replicas of release 0.2: `reserve_holds` without what the holds are for.
create or replace function place_holds(
  p_workspace_ids text[], p_ids uuid[], p_millicredits bigint[], p_budget_ids uuid[]
)
returns table (n bigint, outcome text, available_millicredits bigint) language plpgsql as $$
begin
  return query
  select r.n, r.outcome, r.available_millicredits
  from reserve_holds(
    (
      select jsonb_agg(to_jsonb(w) order by w.n)
      from unnest(p_workspace_ids, p_ids, p_millicredits, p_budget_ids)
        with ordinality as w (workspace_id, id, millicredits, budget_id, n)
    ),
    (clock_timestamp() at time zone 'UTC')::date
  ) r;
end $$;
