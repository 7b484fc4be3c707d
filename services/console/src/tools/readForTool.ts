import { type JobDetails, NotFoundError, type Rotamer } from '@rotamer/client';
import type { Visit } from '../site/visit.ts';
import type { SavedFile } from './runForm.ts';

/** Most saved files and projects that a form offers. */
const OFFERED = 100;

async function savedFiles(api: Rotamer): Promise<SavedFile[]> {
  return (await api.files.list({ limit: OFFERED }).page()).data;
}

/** Most files of a form that are read one by one, because the list of recent ones lacks them. */
const MAX_OLDER = 20;

/** Reads files by their ids. One that no longer exists is left out, and its box counts as empty. */
export async function filesOf(api: Rotamer, ids: readonly string[]): Promise<SavedFile[]> {
  const wanted = [...new Set(ids)].filter((id) => id !== '').slice(0, MAX_OLDER);
  const found = await Promise.all(wanted.map((id) => api.files.get(id).catch(orMissing)));
  return found.filter((file) => file !== undefined);
}

function orMissing(error: unknown): undefined {
  if (!(error instanceof NotFoundError)) throw error;
}

/** Returns the job whose inputs a form takes; undefined when none is named. */
export async function earlierJob(api: Rotamer, jobId = ''): Promise<JobDetails | undefined> {
  return jobId === '' ? undefined : api.jobs.details(jobId);
}

/** Reads what the form of a tool shows. The chosen files are offered, however old they are. */
export async function readTool({ api, site }: Visit, toolId: string, fileIds: readonly string[]) {
  const [tool, recent, projects, frame] = await Promise.all([
    api.tools.get(toolId),
    savedFiles(api),
    api.projects.list({ limit: OFFERED }).page(),
    site('tools'),
  ]);
  const older = await filesOf(
    api,
    fileIds.filter((id) => !recent.some((file) => file.id === id)),
  );
  return { tool, files: [...older, ...recent], projects: projects.data, frame };
}
