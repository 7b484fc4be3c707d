import { attemptPrefix, encodeManifest, type ResultManifest } from '@rotamer/domain/results/resultManifest.ts';
import { createRowBlocks } from '@rotamer/domain/results/rowBlocks.ts';
import type { Blobs } from '@rotamer/kit/blobs/blobs.ts';
import { ascendingIds } from '@rotamer/kit/ids.ts';
import { testJob } from '@rotamer/present/testing/testJob.ts';
import { type Job, JobStatus } from '@rotamer/proto/jobs/v1/job.ts';

export const fileBytes = 'id\tmass\nlysozyme\t14313.03\n';

/** Stores a result of one file and two rows, as a runner would, and returns its job. */
export async function storeResult(blobs: Blobs, fields: Partial<Job> = {}): Promise<Job> {
  const job = testJob({ status: JobStatus.COMPLETED, completedAt: new Date('2026-03-01T12:00:09.000Z'), ...fields });
  const prefix = attemptPrefix(job.workspaceId, job.id, 1);
  const file = await blobs.put(`${prefix}table/properties.tsv`, fileBytes);
  const row = { output_port_id: 'properties', rank: null, source_input_ids: ['lysozyme'], format: 'JSON' };
  const manifest: ResultManifest = {
    version: 'result-manifest-v2',
    job_id: job.id,
    tool: job.tool,
    tool_version: job.toolVersion,
    attempt: 1,
    files: [
      {
        id: 'itm_file',
        key: `${prefix}table/properties.tsv`,
        name: 'properties.tsv',
        output_port_id: 'table',
        order: 0,
        rank: null,
        source_input_ids: ['lysozyme'],
        format: 'TSV',
        content_type: 'text/tab-separated-values',
        ...file,
      },
    ],
    items: [
      { ...row, id: 'itm_row', order: 0, file_name: null, value: { mass: 14313.03 } },
      { ...row, id: 'itm_described', order: 1, file_name: 'properties.tsv', value: {} },
    ],
    inputs: [],
  };
  await storeManifest(blobs, job, manifest);
  return job;
}

/** Stores a result of one picture, `itm_picture`. */
export async function storePicture(blobs: Blobs, svg: string): Promise<Job> {
  const job = testJob({ status: JobStatus.COMPLETED, completedAt: new Date('2026-03-01T12:00:09.000Z') });
  const key = `${attemptPrefix(job.workspaceId, job.id, 1)}picture/profile.svg`;
  const stored = await blobs.put(key, svg);
  const row = { id: 'itm_picture', output_port_id: 'picture', order: 0, rank: null, source_input_ids: [] };
  const file = { ...row, key, name: 'profile.svg', format: 'SVG', content_type: 'image/svg+xml', ...stored };
  await storeManifest(blobs, job, {
    version: 'result-manifest-v2',
    job_id: job.id,
    tool: job.tool,
    tool_version: job.toolVersion,
    attempt: 1,
    files: [file],
    items: [],
    inputs: [],
  });
  return job;
}

/** Stores a result whose rows are a table beside its manifest, and this many files without bytes. */
export async function storeLargeResult(blobs: Blobs, rows: number, files = 0): Promise<Job> {
  const job = testJob({ status: JobStatus.COMPLETED, completedAt: new Date('2026-03-01T12:00:09.000Z') });
  const prefix = attemptPrefix(job.workspaceId, job.id, 1);
  const nextId = ascendingIds('itm', new Date('2026-03-01T12:00:09.000Z'));
  const place = { rank: null, source_input_ids: ['lysozyme'] };
  const collected = createRowBlocks();
  for (let order = 0; order < rows; order++) {
    const value = { n: order, smiles: 'CCO', inchi: 'InChI=1S/C2H6O/c1-2-3/h3H,2H2,1H3', text: 'µ'.repeat(150) };
    const row = { ...place, id: nextId(), output_port_id: 'rows', order, file_name: null, format: 'JSON', value };
    collected.add(row, Number.POSITIVE_INFINITY);
  }
  const blocks = collected.close();
  const key = `${prefix}rows/rows.jsonl`;
  const stored = await blobs.put(key, Buffer.concat(blocks.map(({ bytes }) => bytes)));
  const table = { id: 'itm_table', key, name: 'rows.jsonl', output_port_id: 'rows', order: 0, ...place, ...stored };
  const manifest: ResultManifest = {
    version: 'result-manifest-v2',
    job_id: job.id,
    tool: job.tool,
    tool_version: job.toolVersion,
    attempt: 1,
    files: [{ ...table, format: 'JSONL', content_type: 'application/jsonl' }],
    items: [],
    tables: [{ output_port_id: 'rows', file_id: table.id, blocks: blocks.map(({ index }) => index) }],
    inputs: [],
  };
  for (let order = 0; order < files; order++) {
    const name = `${order}.tsv`;
    const file = { ...table, id: nextId(), key: `${prefix}table/${name}`, name, output_port_id: 'table', order };
    manifest.files.push({ ...file, format: 'TSV', content_type: 'text/tab-separated-values' });
  }
  await storeManifest(blobs, job, manifest);
  return job;
}

async function storeManifest(blobs: Blobs, job: Job, manifest: ResultManifest): Promise<void> {
  const { bytes, sha256 } = await encodeManifest(manifest);
  const key = `${attemptPrefix(job.workspaceId, job.id, 1)}manifest.json`;
  job.manifest = { key, sha256, size: bytes.length };
  await blobs.put(key, bytes);
}
