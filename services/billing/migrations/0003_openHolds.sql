-- no transaction
-- The ledger's metrics sum up the open holds every minute: without an index of its own that read every hold there ever was.
drop index concurrently if exists holds_open;
create index concurrently holds_open on holds (created_at) where state = 'open';
