-- The names of deleted projects: reports of usage name the project in which a charge was made, also when the project is gone.
create table former_projects (
  id text primary key,
  workspace_id text not null,
  name text not null,
  deleted_at timestamptz(3) not null default now()
);

insert into former_projects (id, workspace_id, name, deleted_at)
select project_id, workspace_id, project_name, completed_at from deletions where status = 'completed';
