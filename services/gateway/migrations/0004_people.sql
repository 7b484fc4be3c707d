-- People have display names, which they choose, and memberships a beginning. It is unknown for older memberships.
alter table users add column name text;

alter table memberships add column joined_at timestamptz(3);
alter table memberships alter column joined_at set default now();
