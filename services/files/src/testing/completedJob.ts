import { attemptPrefix, encodeManifest } from '@rotamer/domain/results/resultManifest.ts';
import { newId } from '@rotamer/kit/ids.ts';
import { Job, JobEvent, JobEventType, JobStatus } from '@rotamer/proto/jobs/v1/job.ts';
import { handleJobEvents } from '../on/jobEvents.ts';
import type { startFiles } from './startFiles.ts';

const now = new Date('2026-03-01T12:00:00.000Z');

/** Stores the outputs of a job. Its files are recorded once its events have been handled. */
export async function completedJob(
  { blobs, deps }: Awaited<ReturnType<typeof startFiles>>,
  over: Partial<Job>,
  outputs = 2,
) {
  const id = newId('job', now);
  const prefix = attemptPrefix(over.workspaceId!, id, 1);
  const files = Array.from({ length: outputs }, async (_, n) => ({
    key: `${prefix}out/${n}.txt`,
    ...(await blobs.put(`${prefix}out/${n}.txt`, `output ${n}`)),
    id: `itm_${n}`,
    name: `${n}.txt`,
    output_port_id: 'out',
    order: n,
    rank: null,
    source_input_ids: [],
    format: 'TEXT',
    content_type: 'text/plain',
  }));
  const { bytes, sha256 } = await encodeManifest({
    version: 'result-manifest-v2',
    job_id: id,
    tool: 't',
    tool_version: '1.0.0',
    attempt: 1,
    files: await Promise.all(files),
    items: [],
    inputs: [],
  });
  const key = `${prefix}manifest.json`;
  await blobs.put(key, bytes);
  const manifest = { key, sha256, size: bytes.length };
  const job = Job.fromPartial({ id, createdBy: 'usr_1', tool: 't', status: JobStatus.COMPLETED, manifest, ...over });

  async function handle(type: JobEventType): Promise<void> {
    const eventId = newId('evt', now);
    const value = JobEvent.encode({ eventId, workspaceId: job.workspaceId, occurredAt: now, type, job }).finish();
    const message = { key: id, eventId, type, occurredAt: now, traceparent: '', value };
    await handleJobEvents(deps)(message, new AbortController().signal);
  }
  return { id, complete: () => handle(JobEventType.COMPLETED), remove: () => handle(JobEventType.DELETED) };
}
