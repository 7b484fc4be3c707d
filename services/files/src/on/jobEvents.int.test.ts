import type { BusMessage } from '@rotamer/kit/bus/bus.ts';
import { newId } from '@rotamer/kit/ids.ts';
import { readOutbox } from '@rotamer/kit/outbox/outbox.ts';
import {
  attemptPrefix,
  encodeManifest,
  inputsPrefix,
  type ResultManifest,
} from '@rotamer/kit/results/resultManifest.ts';
import { quietLog } from '@rotamer/kit/testing/quietLog.ts';
import { FileEventType } from '@rotamer/proto/files/v1/file.ts';
import { Job, JobEvent, JobEventType, JobStatus } from '@rotamer/proto/jobs/v1/job.ts';
import { describe, expect, it } from 'vitest';
import { startFiles } from '../testing/startFiles.ts';
import { recordResults } from '../work/recordResults.ts';
import { hearJobEvents } from './jobEvents.ts';

const now = new Date('2026-03-01T12:00:00.000Z');

/** What the bus brings. */
function message(job: Job, type: JobEventType): BusMessage {
  const eventId = newId('evt', now);
  const value = JobEvent.encode({ eventId, workspaceId: job.workspaceId, occurredAt: now, type, job }).finish();
  return { key: job.id, eventId, type, occurredAt: now, traceparent: '', value };
}

/** Files beside a job of some workspace that has completed: one output, one input that was typed, one imported. */
async function world() {
  const files = await startFiles();
  const me = files.user();
  const { workspaceId, userId } = me;
  const job = Job.fromPartial({
    id: newId('job', now),
    workspaceId,
    createdBy: userId,
    name: 'Globins',
    tool: 'pairwise-align',
    projectId: 'proj_1',
    status: JobStatus.COMPLETED,
  });
  const prefix = attemptPrefix(workspaceId, job.id, 1);
  const put = async (key: string, content: string) => ({ key, ...(await files.blobs.put(key, content)) });
  const input = { slot_id: 's', kind: 'protein', format: 'FASTA' };
  const inputs = inputsPrefix(workspaceId, job.id);
  const manifest: ResultManifest = {
    version: 'result-manifest-v2',
    job_id: job.id,
    tool: job.tool,
    tool_version: '1.0.0',
    attempt: 1,
    files: [
      {
        ...(await put(`${prefix}alignment/pair.afa`, '>a\nMKV\n>b\nM-V\n')),
        id: 'itm_1',
        name: 'pair.afa',
        output_port_id: 'alignment',
        order: 0,
        rank: null,
        source_input_ids: [],
        format: 'AFA',
        content_type: 'text/x-fasta-aligned',
      },
    ],
    items: [],
    inputs: [
      { ...input, id: 'query/1', source: 'text', file_name: null, ...(await put(`${inputs}0`, '>a\nMKV\n')) },
      { ...input, id: 't', source: 'external', file_name: '1ubq.fasta', ...(await put(`${inputs}1`, '>b\nMV\n')) },
    ],
  };
  const { bytes, sha256 } = encodeManifest(manifest);
  job.manifest = { key: `${prefix}manifest.json`, sha256, size: bytes.length };
  const storeManifest = () => files.blobs.put(job.manifest!.key, bytes);
  await storeManifest();
  const hear = hearJobEvents(files.deps);
  return {
    ...files,
    me,
    job,
    storeManifest,
    hear: (type: JobEventType, event = message(job, type)) => hear(event, new AbortController().signal),
    record: () => recordResults(files.deps, quietLog),
  };
}

describe('a completed job', () => {
  it('leaves its outputs and inline inputs in the library, and copies no byte', async () => {
    const { me, job, hear, record, counted, db } = await world();
    await hear(JobEventType.COMPLETED);
    await record();
    const { files } = await me.list();
    const common = {
      workspaceId: me.workspaceId,
      createdBy: me.userId,
      jobId: job.id,
      jobName: 'Globins',
      tool: 'pairwise-align',
      projectId: 'proj_1',
      storageOwner: 'STORAGE_OWNER_JOB_ARTIFACT',
      previewKind: 'text',
    };
    const byName = Object.fromEntries(files.map((file) => [file.filename, file]));
    expect(byName).toMatchObject({
      'pair.afa': { ...common, origin: 'FILE_ORIGIN_JOB_OUTPUT', format: 'AFA', size: 14 },
      '1.fasta': { ...common, origin: 'FILE_ORIGIN_JOB_INPUT', format: 'FASTA', mimeType: 'text/x-fasta' },
      '1ubq.fasta': { ...common, origin: 'FILE_ORIGIN_IMPORT' },
    });
    expect(files).toHaveLength(3);
    expect(await counted(me.workspaceId)).toBe(0);
    expect((await readOutbox(db, 10)).map(({ type }) => type)).toEqual([
      FileEventType.RECORDED,
      FileEventType.RECORDED,
      FileEventType.RECORDED,
    ]);
  });

  it('is recorded once, however often it is heard and by however many replicas', async () => {
    const { me, job, hear, record } = await world();
    const event = message(job, JobEventType.COMPLETED);
    await Promise.all([hear(JobEventType.COMPLETED, event), hear(JobEventType.COMPLETED, event)]);
    await Promise.all([record(), record(), record()]);
    await hear(JobEventType.COMPLETED, event);
    await hear(JobEventType.COMPLETED);
    await hear(JobEventType.SETTLED);
    await record();
    expect((await me.list()).files).toHaveLength(3);
  });

  it('does not bring back a record that was deleted', async () => {
    const { me, job, files, hear, record } = await world();
    const event = message(job, JobEventType.COMPLETED);
    await hear(JobEventType.COMPLETED, event);
    await record();
    for (const { id } of (await me.list()).files) await files.delete({ fileId: id }, me.scope);
    await hear(JobEventType.COMPLETED, event);
    await record();
    expect((await me.list()).files).toEqual([]);
  });

  it('is recorded when the blob store is back, and holds up no other', async () => {
    const { me, blobs, hear, record } = await world();
    const get = blobs.get;
    await hear(JobEventType.COMPLETED);
    blobs.get = () => Promise.reject(new Error('the store is away'));
    await expect(record()).rejects.toThrow('the store is away');
    expect((await me.list()).files).toEqual([]);
    blobs.get = get;
    await record();
    expect((await me.list()).files).toHaveLength(3);
  });

  it('whose manifest is damaged is given up', async () => {
    const { me, job, blobs, hear, record, storeManifest, db } = await world();
    await blobs.put(job.manifest!.key, '{}');
    await hear(JobEventType.COMPLETED);
    await record();
    await storeManifest();
    await record();
    expect((await me.list()).files).toEqual([]);
    expect((await db.query('select job_id from unrecorded_results')).rows).toEqual([]);
  });

  it('is nothing to the library when it left nothing', async () => {
    const { me, job, hear, record } = await world();
    job.manifest = undefined;
    await hear(JobEventType.COMPLETED);
    await record();
    expect((await me.list()).files).toEqual([]);
  });
});

describe('a deleted job', () => {
  it('takes its records with it, also those that were only noted; the library’s own files stay', async () => {
    const { me, hear, record, db } = await world();
    const { id } = await me.upload('a.fasta', '>a\nM\n');
    await hear(JobEventType.COMPLETED);
    await record();
    await hear(JobEventType.DELETED);
    expect((await me.list()).files.map((file) => file.id)).toEqual([id]);
    await hear(JobEventType.COMPLETED);
    await hear(JobEventType.DELETED);
    await record();
    expect((await me.list()).files).toHaveLength(1);
    const types = (await readOutbox(db, 20)).map(({ type }) => type).sort();
    expect(types).toEqual([
      FileEventType.DELETED,
      FileEventType.DELETED,
      FileEventType.DELETED,
      FileEventType.RECORDED,
      FileEventType.RECORDED,
      FileEventType.RECORDED,
      FileEventType.UPLOADED,
    ]);
  });
});

describe('what a job left', () => {
  it('can be an input of the next one: what is in it is counted then', async () => {
    const { me, jobs, blobs, hear, record } = await world();
    await hear(JobEventType.COMPLETED);
    await record();
    const { files } = await me.list({ format: 'AFA' });
    const resolve = () => jobs.resolveInputs({ fileIds: [files[0]!.id] }, me.scope);
    const first = (await resolve()).files;
    expect(first).toMatchObject([{ textual: true, units: { records: 2 } }]);
    blobs.get = () => Promise.reject(new Error('read again'));
    expect((await resolve()).files).toEqual(first);
  });
});
