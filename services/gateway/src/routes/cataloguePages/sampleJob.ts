import { readFile } from 'node:fs/promises';
import { Fault } from '@rotamer/kit/errors/fault.ts';
import type { CallScope } from '@rotamer/kit/grpc/callContext.ts';
import { isId } from '@rotamer/kit/ids.ts';
import type { WelcomePage } from '@rotamer/pages/publicPages.ts';
import type { Deps } from '../../deps.ts';

/**
 * Returns the job of the setting `sampleJob`: an id, or the path of a file that contains an id. The file may appear and change
 * while the gateway runs. Returns undefined without the setting, and for a job that is not visible without a key.
 */
export async function readSampleJob(
  { sharing, sampleJob }: Pick<Deps, 'sharing' | 'sampleJob'>,
  scope: CallScope,
): Promise<WelcomePage['sample']> {
  const jobId = sampleJob.startsWith('/') ? await firstLine(sampleJob) : sampleJob;
  if (!isId('job', jobId)) return undefined;
  try {
    const { job } = await sharing.openShare({ jobId, token: '', signedIn: false }, scope);
    return job && { id: job.id, name: job.name ?? job.tool };
  } catch (error) {
    // The job is no longer shared, or jobs is unavailable. The welcome page needs neither.
    if (error instanceof Fault) return undefined;
    throw error;
  }
}

async function firstLine(path: string): Promise<string> {
  try {
    return (await readFile(path, 'utf8')).split('\n', 1)[0]!.trim();
  } catch {
    return '';
  }
}
