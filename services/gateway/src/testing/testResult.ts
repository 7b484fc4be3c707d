import type { Blobs } from '@rotamer/kit/blobs/blobs.ts';
import { attemptPrefix, encodeManifest, type ResultManifest } from '@rotamer/kit/results/resultManifest.ts';
import { type Job, JobStatus } from '@rotamer/proto/jobs/v1/job.ts';
import { testJob } from './testJobs.ts';

export const fileBytes = 'id\tmass\nlysozyme\t14313.03\n';

/** Stores a result of one file and two rows, as a runner would, and answers the job that it belongs to. */
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
  const { bytes, sha256 } = encodeManifest(manifest);
  job.manifest = { key: `${prefix}manifest.json`, sha256, size: bytes.length };
  await blobs.put(job.manifest.key, bytes);
  return job;
}
