-- The unit in which a workspace sees amounts, such as € or core hours: for display only. Null: credits.
alter table workspaces
  add column unit_name text,
  -- How many units one credit is.
  add column unit_rate double precision,
  add constraint workspace_unit check ((unit_name is null) = (unit_rate is null)),
  add constraint workspace_unit_rate check (unit_rate > 0);
