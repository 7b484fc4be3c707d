import type { ResultManifest } from '@rotamer/domain/results/resultManifest.ts';
import type { SharedFile, SharedJobPage } from '@rotamer/pages/publicPages.ts';
import { isPicture } from '@rotamer/pages/viewers/shownFiles.ts';
import { type PortRows, tablesOf } from '@rotamer/pages/viewers/table/resultTables.ts';
import { presentJob } from '@rotamer/present/presentJob.ts';
import { contractOf, presentTool } from '@rotamer/present/presentTool.ts';
import type { Job } from '@rotamer/proto/jobs/v1/job.ts';
import type { Tool } from '@rotamer/proto/jobs/v1/jobs.ts';

/** The output of a job, as far as its page shows it. */
export interface ShownOutput {
  files: ResultManifest['files'];
  rows: PortRows[];
}

/** Maximum number of listed files, and of shown pictures. */
const MAX_FILES = 500;
const MAX_PICTURES = 24;

/** Returns what the page of a shared job shows: the job and its output so far, but no workspace, people, credits or inputs. */
export function sharedJob(job: Job, { files, rows }: ShownOutput, found: Tool | undefined): SharedJobPage {
  const { id, name, status, tool, progress, error, created_at, completed_at, execution_time_seconds } = presentJob(job);
  const pictures = files.filter(isPicture);
  const contract = found && contractOf(found);
  return {
    page: 'job',
    job: {
      ...{ id, name, status, tool, tool_version: job.toolVersion },
      ...{ progress, error, created_at, completed_at, execution_time_seconds },
    },
    tool: found && presentTool(found),
    tables: tablesOf(rows, contract?.ports ?? [], contract?.scenes),
    files: files.slice(0, MAX_FILES).map(sharedFile),
    fileCount: files.length,
    pictures: pictures.slice(0, MAX_PICTURES).map(sharedFile),
    pictureCount: pictures.length,
  };
}

/** Blob keys stay in the gateway: the public `key` of a file is its item id. */
function sharedFile({ id, key: _key, ...file }: ResultManifest['files'][number]): SharedFile {
  return { key: id, ...file };
}
