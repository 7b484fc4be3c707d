-- no transaction
-- Ended jobs of every workspace are settled in turn: what is due is found workspace by workspace. By the time of their end alone,
-- all waited for the workspace that had just cancelled ten thousand. A replica of the last release reads the new index as a whole.
drop index concurrently if exists jobs_unsettled_in_turn;
create index concurrently jobs_unsettled_in_turn on jobs (workspace_id, completed_at)
  where completed_at is not null and finalized_at is null;
drop index concurrently if exists jobs_unsettled;
