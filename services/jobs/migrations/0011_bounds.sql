-- Everything that a client sends is bounded where it is kept as well (services/jobs/src/submit/bounds.ts): one text that
-- is too long for an index or a message would fail with all that travel with it.
alter table jobs
  add check (project_id ~ '^proj_[0-9a-hjkmnp-tv-z]{26}$'),
  add check (char_length(name) <= 500),
  add check (char_length(tool) <= 128),
  add check (char_length(workspace_id) <= 128),
  add check (char_length(created_by) <= 128),
  add check (char_length(parent_ref) <= 500),
  add check (char_length(error) <= 2000);
alter table job_inputs add check (octet_length(body) <= 2097152);
alter table job_shares add check (char_length(email) <= 254);
