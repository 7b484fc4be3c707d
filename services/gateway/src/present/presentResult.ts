import type { Blobs } from '@rotamer/kit/blobs/blobs.ts';
import type { ResultManifest } from '@rotamer/kit/results/resultManifest.ts';
import type { Job } from '@rotamer/proto/jobs/v1/job.ts';
import type { PublicResult } from '../schemas/jobResult.ts';
import { presentStatus } from './presentJob.ts';

const URL_SECONDS = 15 * 60;

/** The result of the public API, with signed URLs. Keys of the blob store stay inside: a file's `key` is its item id. */
export async function presentResult(job: Job, manifest: ResultManifest, blobs: Blobs): Promise<PublicResult> {
  const files = manifest.files.map(async ({ id, key, content_type, name, ...file }) => ({
    key: id,
    name,
    content_type,
    ...file,
    url: await blobs.signedUrl(key, { fileName: name, contentType: content_type, expiresInSeconds: URL_SECONDS }),
  }));
  return {
    object: 'job_result',
    job_id: job.id,
    tool: job.tool,
    status: presentStatus(job.status),
    completed_at: job.completedAt?.toISOString() ?? null,
    data_source: 'result-manifest-v2',
    files: await Promise.all(files),
    results: manifest.items,
  };
}
