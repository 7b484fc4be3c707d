-- no transaction
-- Jobs that wait for a release: they are few, and are looked up by it every second.
drop index concurrently if exists jobs_waiting_by_dataset;
create index concurrently jobs_waiting_by_dataset on jobs (tool, major, dataset)
where dataset is not null and status in ('PENDING', 'QUEUED', 'RETRY');
