-- Reference data that jobs search. A job pins a release, and only runners that hold the release may claim it.
create table datasets (
  id text not null,
  kind text not null,
  title text not null,
  licence text not null,
  source text not null,
  -- Every workspace may search it.
  everyone boolean not null default false,
  created_at timestamptz(3) not null default now(),
  constraint datasets_pkey primary key (id),
  constraint dataset_id_shape check (id ~ '^[a-z][a-z0-9-]{0,63}$'),
  constraint dataset_kind_length check (char_length(kind) <= 64),
  constraint dataset_title_length check (char_length(title) <= 500),
  constraint dataset_licence_length check (char_length(licence) <= 500),
  constraint dataset_source_length check (char_length(source) <= 2000)
);

create table dataset_releases (
  dataset_id text not null,
  release text not null,
  state text not null,
  -- Of the imported file, hex.
  sha256 text,
  records bigint,
  residues bigint,
  bytes bigint,
  failure text,
  created_at timestamptz(3) not null default now(),
  ready_at timestamptz(3),
  constraint dataset_releases_pkey primary key (dataset_id, release),
  constraint dataset_releases_dataset_id_fkey foreign key (dataset_id) references datasets (id),
  constraint release_shape check (release ~ '^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$'),
  constraint release_state check (state in ('importing', 'building', 'ready', 'retired', 'failed')),
  constraint release_whole_when_ready check (
    state not in ('ready', 'retired') or num_nulls(sha256, records, residues, bytes, ready_at) = 0
  ),
  constraint release_failure_length check (char_length(failure) <= 2000)
);

create table dataset_grants (
  dataset_id text not null,
  workspace_id text not null,
  constraint dataset_grants_pkey primary key (dataset_id, workspace_id),
  constraint dataset_grants_dataset_id_fkey foreign key (dataset_id) references datasets (id),
  constraint dataset_grant_workspace_id_length check (char_length(workspace_id) <= 128)
);

-- The pinned release, `<dataset>@<release>`, and its digest.
alter table jobs add column dataset text, add column dataset_sha256 text;

-- The releases that a runner holds.
alter table runners add column datasets text[] not null default '{}';
