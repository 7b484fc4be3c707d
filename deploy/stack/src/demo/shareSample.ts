import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import type { Api } from './api.ts';
import { propertiesOf, proteins } from './proteins.ts';
import type { Job } from './resources.ts';
import { watchJob } from './runJob.ts';

/**
 * Runs a job in the demo workspace, shares it with everyone, and writes its id to the file that the gateway reads. If the file
 * exists, nothing is run. Returns the path of the job's page.
 *
 * @throws when the job does not complete; the next start tries again.
 */
export async function shareSample(api: Api, file: string): Promise<string> {
  const known = existsSync(file) ? readFileSync(file, 'utf8').trim() : await runSample(api);
  if (!existsSync(file)) {
    writeFileSync(`${file}.new`, `${known}\n`);
    renameSync(`${file}.new`, file);
  }
  return `/share/${known}`;
}

async function runSample(api: Api): Promise<string> {
  const protein = proteins.at(-1)!;
  const request = { ...propertiesOf(protein), name: protein.title };
  // After an interrupted start, the key returns the job that was submitted then.
  const { id } = await api.post<Job>('/jobs', request, { 'idempotency-key': 'sample-job' });
  const { status, error } = await watchJob(api, id, () => {});
  if (status !== 'COMPLETED') throw new Error(`The sample job ${id} ended ${status}: ${error}`);
  await api.patch(`/jobs/${id}/share`, { visibility: 'PUBLIC' });
  return id;
}
