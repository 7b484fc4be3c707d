-- The minimum that a submission writes: idempotency row, job, event, transfer, account; one function, one commit.
drop table if exists submissions, jobs, outbox, transfers, accounts;
create table submissions (id uuid primary key, job_id uuid not null);
create table jobs (id uuid primary key, workspace int not null, body text not null);
create table outbox (id bigint generated always as identity primary key, value bytea not null);
create table transfers (id bigint generated always as identity primary key, workspace int not null, amount bigint not null);
create table accounts (workspace int primary key, held bigint not null) with (fillfactor = 50);
insert into accounts select n, 0 from generate_series(1, 2000) n;

create or replace function commit_five_rows() returns void language plpgsql as $$
declare
  v_job uuid := gen_random_uuid();
  v_workspace int := 1 + floor(random() * 2000);
begin
  insert into submissions values (gen_random_uuid(), v_job);
  insert into jobs values (v_job, v_workspace, repeat('x', 200));
  insert into outbox (value) values (convert_to(repeat('x', 200), 'UTF8'));
  insert into transfers (workspace, amount) values (v_workspace, 1000);
  update accounts set held = held + 1000 where workspace = v_workspace;
end $$;
