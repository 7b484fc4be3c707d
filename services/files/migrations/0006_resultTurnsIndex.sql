-- no transaction
-- What is due is found workspace by workspace. The index by `noted_at` is for replicas of the last release, and goes with the next.
drop index concurrently if exists unrecorded_results_in_turn;
create index concurrently unrecorded_results_in_turn on unrecorded_results (workspace_id, try_at);
