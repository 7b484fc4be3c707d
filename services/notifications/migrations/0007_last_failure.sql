-- The last failure of an endpoint. A failure long after the one before begins a new series, so that an endpoint is disabled after a week of
-- failures, and not after one failure before and one after a quiet week.
alter table webhook_endpoints add column last_failed_at timestamptz(3);
