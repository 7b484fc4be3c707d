-- no transaction
-- Pages of jobs by tool, submitter, run and failure: each begins after the last page and reads only matching jobs.
drop index concurrently if exists jobs_by_tool;
create index concurrently jobs_by_tool on jobs (workspace_id, tool, id collate "C" desc);
drop index concurrently if exists jobs_by_submitter;
create index concurrently jobs_by_submitter on jobs (workspace_id, created_by, id collate "C" desc);
drop index concurrently if exists jobs_by_run;
create index concurrently jobs_by_run on jobs (run_id, id collate "C" desc) where run_id is not null;
drop index concurrently if exists jobs_unsuccessful;
create index concurrently jobs_unsuccessful on jobs (workspace_id, id collate "C" desc)
where status in ('FAILED', 'TIMEOUT', 'CANCELLED', 'BUDGET_EXCEEDED');
