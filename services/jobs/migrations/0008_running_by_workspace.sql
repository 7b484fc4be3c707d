-- A claim counts what each waiting workspace has running; its cost must not grow with what all others run.
drop index jobs_processing;
create index jobs_processing on jobs (workspace_id) where status = 'PROCESSING';
