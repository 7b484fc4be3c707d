-- no transaction
-- Pages of labelled jobs, and jobs that are cancelled when no runner has taken them in time.
drop index concurrently if exists jobs_labelled;
create index concurrently jobs_labelled on jobs (workspace_id, id collate "C" desc) where labels is not null;
drop index concurrently if exists jobs_cancel_due;
create index concurrently jobs_cancel_due on jobs (cancel_at)
where cancel_at is not null and attempt = 0 and completed_at is null;
