import type { Queryable } from '@rotamer/kit/db/db.ts';
import type { Release, ReleaseState } from './decideRelease.ts';

export interface NamedRelease extends Release {
  release: string;
  createdAt: Date;
}

export interface Dataset {
  id: string;
  kind: string;
  title: string;
  licence: string;
  source: string;
  everyone: boolean;
  workspaceIds: string[];
  /** Newest first. */
  releases: NamedRelease[];
}

const MAX_DATASETS = 1_000;

/**
 * Returns datasets by id. With a workspace only those that it may search, with their ready and retired releases;
 * otherwise all.
 */
export async function readDatasets(
  db: Queryable,
  { workspaceId, id }: { workspaceId?: string; id?: string },
): Promise<Dataset[]> {
  const { rows } = await db.query(
    `select d.*, array(select workspace_id from dataset_grants where dataset_id = d.id order by workspace_id) as workspace_ids,
       (select coalesce(jsonb_agg(to_jsonb(r)), '[]') from dataset_releases r
        where r.dataset_id = d.id and ($1::text is null or r.state in ('ready', 'retired'))) as releases
     from datasets d
     where ($2::text is null or d.id = $2) and ($1::text is null or ${MAY_SEARCH})
     order by d.id limit ${MAX_DATASETS}`,
    [workspaceId ?? null, id ?? null],
  );
  return rows.map(toDataset);
}

/** Whether the workspace $1 may search the dataset `d`. */
const MAY_SEARCH = `(
  d.everyone and exists (select from dataset_releases r where r.dataset_id = d.id and r.state in ('ready', 'retired'))
  or exists (select from dataset_grants g where g.dataset_id = d.id and g.workspace_id = $1)
)`;

// biome-ignore lint/suspicious/noExplicitAny: columns of the query above
type Row = Record<string, any>;

function toDataset(row: Row): Dataset {
  const releases = (row.releases as Row[]).map(toRelease);
  const timeOf = ({ readyAt, createdAt }: NamedRelease) => (readyAt ?? createdAt).getTime();
  return {
    ...{ id: row.id, kind: row.kind, title: row.title, licence: row.licence, source: row.source },
    ...{ everyone: row.everyone, workspaceIds: row.workspace_ids },
    releases: releases.sort((a, b) => timeOf(b) - timeOf(a) || (a.release < b.release ? 1 : -1)),
  };
}

function toRelease(row: Row): NamedRelease {
  return {
    release: row.release,
    state: row.state as ReleaseState,
    ...(row.sha256 !== null && { sha256: row.sha256, records: row.records, residues: row.residues, bytes: row.bytes }),
    ...(row.taxonomy !== null && { taxonomy: row.taxonomy }),
    ...(row.failure !== null && { failure: row.failure }),
    ...(row.ready_at !== null && { readyAt: new Date(row.ready_at) }),
    createdAt: new Date(row.created_at),
  };
}

/** Inserts a dataset, or changes its texts that are not empty. Its kind stays. Returns the kind. */
export async function saveDataset(
  tx: Queryable,
  { id, kind, title, licence, source }: Pick<Dataset, 'id' | 'kind' | 'title' | 'licence' | 'source'>,
): Promise<string> {
  const { rows } = await tx.query(
    `insert into datasets (id, kind, title, licence, source) values ($1, $2, coalesce(nullif($3, ''), $1), $4, $5)
     on conflict (id) do update set
       title = coalesce(nullif($3, ''), datasets.title),
       licence = coalesce(nullif($4, ''), datasets.licence),
       source = coalesce(nullif($5, ''), datasets.source)
     returning kind`,
    [id, kind, title, licence, source],
  );
  return rows[0].kind;
}

/** Locks a dataset, and returns one of its releases; undefined when it has no release of this name. */
export async function lockRelease(tx: Queryable, datasetId: string, release: string): Promise<Release | undefined> {
  await tx.query('select from datasets where id = $1 for update', [datasetId]);
  const { rows } = await tx.query(
    `select release, state, sha256, records::float8 as records, residues::float8 as residues, bytes::float8 as bytes,
       taxonomy, failure, created_at, ready_at
     from dataset_releases where dataset_id = $1 and release = $2`,
    [datasetId, release],
  );
  if (!rows[0]) return undefined;
  const { release: _name, createdAt: _at, ...found } = toRelease(rows[0]);
  return found;
}

export async function saveRelease(tx: Queryable, datasetId: string, name: string, release: Release): Promise<void> {
  const { state, sha256, records, residues, bytes, taxonomy, failure, readyAt } = release;
  await tx.query(
    `insert into dataset_releases (dataset_id, release, state, sha256, records, residues, bytes, failure, ready_at, taxonomy)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
     on conflict (dataset_id, release) do update set
       state = excluded.state, sha256 = excluded.sha256, records = excluded.records, residues = excluded.residues,
       bytes = excluded.bytes, failure = excluded.failure, ready_at = excluded.ready_at,
       taxonomy = excluded.taxonomy`,
    [datasetId, name, state, sha256, records, residues, bytes, failure, readyAt, taxonomy],
  );
}

/** Changes who may search a dataset. Returns false for an unknown dataset. */
export async function saveGrants(
  tx: Queryable,
  id: string,
  { everyone, added, removed }: { everyone?: boolean; added: string[]; removed: string[] },
): Promise<boolean> {
  const { rowCount } = await tx.query('update datasets set everyone = coalesce($2, everyone) where id = $1', [
    id,
    everyone ?? null,
  ]);
  if (rowCount === 0) return false;
  await tx.query(
    `insert into dataset_grants (dataset_id, workspace_id) select $1, unnest($2::text[]) on conflict do nothing`,
    [id, added],
  );
  await tx.query('delete from dataset_grants where dataset_id = $1 and workspace_id = any($2)', [id, removed]);
  return true;
}
