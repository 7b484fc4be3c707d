-- no transaction
-- Jobs outside of all projects, where most are in one: a page of them was read by scanning the whole workspace. And the
-- idempotency key of a job that is deleted.
drop index concurrently if exists jobs_unassigned;
create index concurrently jobs_unassigned on jobs (workspace_id, id collate "C" desc) where project_id is null;
drop index concurrently if exists submissions_by_job;
create index concurrently submissions_by_job on submissions (job_id);
