import { newId } from '@rotamer/kit/ids.ts';
import { Job, JobStatus } from '@rotamer/proto/jobs/v1/job.ts';
import { contract } from '@rotamer/tools/protein-properties/tool.ts';

/** A job as the jobs service returns it. */
export function testJob(fields: Partial<Job> = {}): Job {
  const createdAt = new Date('2026-03-01T12:00:00.000Z');
  return Job.fromPartial({
    id: newId('job', createdAt),
    workspaceId: 'ws_1',
    version: 1,
    status: JobStatus.QUEUED,
    tool: contract.id,
    toolVersion: contract.version,
    name: 'Lysozyme',
    createdBy: 'usr_1',
    createdAt,
    ...fields,
  });
}
