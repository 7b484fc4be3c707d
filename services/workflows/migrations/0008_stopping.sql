-- no transaction
-- The loop that stops children also gives up those that wait for an answer of jobs.
drop index concurrently if exists children_to_stop;
create index concurrently children_to_stop on children (workspace_id, try_at) where stop and state in ('LAUNCHING', 'ACTIVE');
drop index concurrently if exists children_to_stop_in_turn;
