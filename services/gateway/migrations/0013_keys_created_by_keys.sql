-- no transaction
drop index concurrently if exists api_keys_submissions;
create unique index concurrently api_keys_submissions on api_keys (submission_id) where submission_id is not null;
drop index concurrently if exists api_keys_created_by_keys;
create index concurrently api_keys_created_by_keys on api_keys (created_by_key) where created_by_key is not null;
