import { setImmediate as nextTurn } from 'node:timers/promises';
import type { PublicResult } from '@rotamer/api/schemas/jobResult.ts';
import type { ResultManifest } from '@rotamer/domain/results/resultManifest.ts';
import type { Blobs } from '@rotamer/kit/blobs/blobs.ts';
import { presentStatus } from '@rotamer/present/presentJob.ts';
import type { Job } from '@rotamer/proto/jobs/v1/job.ts';
import { encodeWithLists } from './encodeWithLists.ts';
import type { ResultPage } from './resultPage.ts';
import { LINK_SECONDS } from './signLinks.ts';

/** URLs signed in one turn of the event loop. With an S3 server each signature takes up to a millisecond. */
const SIGNED_AT_ONCE = 8;

/** Signs downloads. */
export type SignUrl = Blobs['signedUrl'];

/** A page of a result of the public API, as JSON. */
export async function presentResult(job: Job, { files, items }: ResultPage, signUrl: SignUrl): Promise<Buffer> {
  const head: Omit<PublicResult, 'files' | 'results'> = {
    object: 'job_result',
    job_id: job.id,
    tool: job.tool,
    status: presentStatus(job.status),
    completed_at: job.completedAt?.toISOString() ?? null,
    data_source: 'result-manifest-v2',
  };
  return encodeWithLists(head, { files: presentFiles(files, signUrl), results: items });
}

/** The files of the public API. Blob keys are not exposed: the public `key` of a file is its item id. */
async function* presentFiles(
  files: ResultManifest['files'],
  signUrl: SignUrl,
): AsyncGenerator<PublicResult['files'][number]> {
  for (const [i, { id, key, content_type, name, ...file }] of files.entries()) {
    const url = await signUrl(key, {
      fileName: name,
      contentType: content_type,
      sha256: file.sha256,
      expiresInSeconds: LINK_SECONDS,
    });
    yield { key: id, name, content_type, ...file, url };
    if (i % SIGNED_AT_ONCE === SIGNED_AT_ONCE - 1) await nextTurn();
  }
}
