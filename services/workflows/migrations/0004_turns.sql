-- no transaction
-- Loops take the children of each workspace in turn: what is due is found workspace by workspace.
drop index concurrently if exists children_launching_in_turn;
create index concurrently children_launching_in_turn on children (workspace_id, try_at) where state = 'LAUNCHING';
drop index concurrently if exists children_ended_in_turn;
create index concurrently children_ended_in_turn on children (workspace_id, try_at) where state = 'ENDED';
drop index concurrently if exists children_to_stop_in_turn;
create index concurrently children_to_stop_in_turn on children (workspace_id, try_at) where state = 'ACTIVE' and stop;
drop index concurrently if exists children_launching;
drop index concurrently if exists children_ended;
drop index concurrently if exists children_to_stop;
