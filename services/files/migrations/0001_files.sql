-- The file library: saved files, collections, storage used, and uploads in progress.

-- Bytes in a workspace's library, reservations of open uploads included. Every upload locks the row first, so that concurrent
-- uploads never reserve more than the plan allows.
create table storage (
  workspace_id text primary key,
  bytes bigint not null,
  constraint storage_not_negative check (bytes >= 0)
);

-- Uploads in progress: storage is reserved, the bytes are being sent to the blob store, and there is no file yet.
create table uploads (
  id text primary key,
  workspace_id text not null,
  created_by text not null,
  original_name text not null,
  -- Bytes.
  reserved bigint not null,
  begun_at timestamptz(3) not null,
  constraint reserved_positive check (reserved > 0)
);

create index uploads_begun_at on uploads (begun_at);

create table files (
  id text primary key,
  workspace_id text not null,
  project_id text,
  project_seq bigint not null default 0,
  created_by text not null,
  filename text not null,
  original_name text not null,
  format text not null,
  mime_type text not null,
  -- Bytes.
  size bigint not null,
  -- Of the bytes, in hex.
  sha256 text not null,
  -- Key in the blob store.
  key text not null,
  origin text not null,
  storage_owner text not null,
  preview_kind text,
  -- Whether it is text, which jobs accept as input.
  textual boolean not null,
  -- What the inspection counted, e.g. {"records": 2, "residues": 152}; some tools price by it.
  units jsonb not null default '{}',
  -- Whether the bytes were inspected. Outputs of jobs are inspected when they are first used as an input.
  inspected boolean not null,
  job_id text,
  job_name text,
  tool text,
  -- Which output or input of the job it is.
  job_item text,
  tags text[] not null default '{}',
  description text,
  updated_at timestamptz(3),
  constraint file_size check (size >= 0),
  constraint file_origin check (origin in ('UPLOAD', 'JOB_OUTPUT', 'JOB_INPUT', 'IMPORT')),
  constraint file_storage_owner check (storage_owner in ('FILE_LIBRARY', 'JOB_ARTIFACT')),
  constraint file_preview_kind check (preview_kind in ('text', 'structure', 'image', 'binary')),
  constraint library_owns_uploads check ((origin = 'UPLOAD') = (storage_owner = 'FILE_LIBRARY')),
  constraint uploads_have_no_job check ((origin = 'UPLOAD') = (job_id is null and job_item is null)),
  -- Each output and input of a job is recorded once.
  constraint files_recorded_once unique (job_id, job_item)
);

-- One index per filter that narrows; pages are ordered by id in each. As long as the primary key had the same order,
-- PostgreSQL sometimes read the last page of a large workspace from it, through all older files of others (measured: ten
-- times as long). The collation is that of these indexes alone; ids are ASCII, so the order is the same.
create index files_list on files (workspace_id, id collate "C" desc);
create index files_by_format on files (workspace_id, lower(format), id collate "C" desc);
create index files_by_origin on files (workspace_id, origin, id collate "C" desc);
create index files_by_creator on files (workspace_id, created_by, id collate "C" desc) where origin = 'UPLOAD';
create index files_by_project on files (project_id, id collate "C" desc) where project_id is not null;

create table collections (
  id text primary key,
  workspace_id text not null,
  name text not null,
  constraint collection_name check (length(name) between 1 and 80),
  constraint collections_named_once unique (workspace_id, name)
);

create table file_collections (
  file_id text not null references files (id) on delete cascade,
  collection_id text not null references collections (id),
  primary key (file_id, collection_id)
);

create index file_collections_by_collection on file_collections (collection_id, file_id desc);

-- Results of completed jobs that are not in the library yet: queued when the event is handled and processed by a
-- loop, because the manifest is in the blob store, which may be unavailable for longer than a message is retried.
create table unrecorded_results (
  job_id text primary key,
  -- The Job message of the event.
  job bytea not null,
  noted_at timestamptz(3) not null default now()
);

create index unrecorded_results_noted_at on unrecorded_results (noted_at);
