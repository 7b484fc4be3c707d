import { randomBytes } from 'node:crypto';
import {
  attemptPrefix,
  encodeManifest,
  inputsPrefix,
  type ResultManifest,
} from '@rotamer/domain/results/resultManifest.ts';
import type { BusMessage } from '@rotamer/kit/bus/bus.ts';
import { newId } from '@rotamer/kit/ids.ts';
import { readOutbox } from '@rotamer/kit/outbox/readOutbox.ts';
import { makeDue } from '@rotamer/kit/testing/makeDue.ts';
import { MAX_TRIES } from '@rotamer/kit/work/failedWork.ts';
import { FileEventType } from '@rotamer/proto/files/v1/file.ts';
import { Job, JobEvent, JobEventType, JobStatus } from '@rotamer/proto/jobs/v1/job.ts';
import { describe, expect, it } from 'vitest';
import { startFiles } from '../testing/startFiles.ts';
import { handleJobEvents } from './jobEvents.ts';

const now = new Date('2026-03-01T12:00:00.000Z');

/** An event as the bus delivers it. */
function message(job: Job, type: JobEventType): BusMessage {
  const eventId = newId('evt', now);
  const value = JobEvent.encode({ eventId, workspaceId: job.workspaceId, occurredAt: now, type, job }).finish();
  return { key: job.id, eventId, type, occurredAt: now, traceparent: '', value };
}

/** The files service, and a completed job of a workspace with one output, one inline input and one imported input. */
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
  const { bytes, sha256 } = await encodeManifest(manifest);
  job.manifest = { key: `${prefix}manifest.json`, sha256, size: bytes.length };
  const storeManifest = () => files.blobs.put(job.manifest!.key, bytes);
  await storeManifest();
  const handle = handleJobEvents(files.deps);
  return {
    ...files,
    me,
    job,
    storeManifest,
    handle: (type: JobEventType, event = message(job, type)) => handle(event, new AbortController().signal),
    /** Handles the events of these jobs at the same time, and returns the outcome of each. */
    handleTogether: (jobs: Job[], type: JobEventType = JobEventType.COMPLETED) =>
      Promise.allSettled(jobs.map((one) => handle(message(one, type), new AbortController().signal))),
    /** Completes another job of the workspace, with inputs of these ids. */
    async completeAnother(inputIds: string[]): Promise<Job> {
      const id = newId('job', now);
      const own: typeof manifest = JSON.parse(JSON.stringify(manifest).replaceAll(job.id, id));
      const ofInputs = inputIds.map((inputId) => ({ ...own.inputs[0]!, id: inputId }));
      const encoded = await encodeManifest({ ...own, inputs: ofInputs });
      const key = `${attemptPrefix(workspaceId, id, 1)}manifest.json`;
      await files.blobs.put(key, encoded.bytes);
      const another = Job.fromPartial({ ...job, id, manifest: { ...encoded, key, size: encoded.bytes.length } });
      await handle(message(another, JobEventType.COMPLETED), new AbortController().signal);
      return another;
    },
    /** The dead letters that `npm run admin -- dlq list` shows. */
    parked: async () => (await files.letters.list({})).deadLetters,
  };
}

describe('a completed job', () => {
  it('adds its outputs and inline inputs to the library without copying bytes', async () => {
    const { me, job, handle, record, counted, db } = await world();
    await handle(JobEventType.COMPLETED);
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

  it('is recorded once when its event arrives several times at several replicas', async () => {
    const { me, job, handle, record } = await world();
    const event = message(job, JobEventType.COMPLETED);
    await Promise.all([handle(JobEventType.COMPLETED, event), handle(JobEventType.COMPLETED, event)]);
    await Promise.all([record(), record(), record()]);
    await handle(JobEventType.COMPLETED, event);
    await handle(JobEventType.COMPLETED);
    await handle(JobEventType.SETTLED);
    await record();
    expect((await me.list()).files).toHaveLength(3);
  });

  it('does not bring back a record that was deleted', async () => {
    const { me, job, files, handle, record } = await world();
    const event = message(job, JobEventType.COMPLETED);
    await handle(JobEventType.COMPLETED, event);
    await record();
    for (const { id } of (await me.list()).files) await files.delete({ fileId: id }, me.scope);
    await handle(JobEventType.COMPLETED, event);
    await record();
    expect((await me.list()).files).toEqual([]);
  });

  it('is recorded once the blob store is available again, after any number of attempts', async () => {
    const { me, blobs, handle, record, parked } = await world();
    const get = blobs.get;
    await handle(JobEventType.COMPLETED);
    blobs.get = () => Promise.reject(Object.assign(new Error('the store is away'), { code: 'ECONNREFUSED' }));
    for (let n = 0; n < 2 * MAX_TRIES; n++) await expect(record()).rejects.toThrow('the store is away');
    expect((await me.list()).files).toEqual([]);
    expect(await parked()).toEqual([]);
    blobs.get = get;
    await record();
    expect((await me.list()).files).toHaveLength(3);
  });

  it('with a damaged manifest is dead-lettered at once, and recorded after repair and replay', async () => {
    const { me, job, blobs, handle, record, storeManifest, parked, letters } = await world();
    await blobs.put(job.manifest!.key, '{}');
    await handle(JobEventType.COMPLETED);
    await record();
    expect(await parked()).toMatchObject([{ topic: 'files.work', group: 'record-results', key: job.id }]);
    await storeManifest();
    await record();
    expect((await me.list()).files).toEqual([]);
    expect(await letters.replay({ topic: 'files.work', group: 'record-results' })).toEqual({ replayed: 1 });
    await record();
    expect((await me.list()).files).toHaveLength(3);
    expect(await parked()).toEqual([]);
  });

  it('with an input id too long for an index is dead-lettered at once; others are recorded', async () => {
    const { me, handle, record, completeAnother, parked } = await world();
    const { id } = await completeAnother(['seq_1', randomBytes(3_000).toString('hex')]);
    await handle(JobEventType.COMPLETED);
    await record();
    expect(await parked()).toMatchObject([{ key: id, error: expect.stringContaining('invalid manifest') }]);
    expect((await me.list()).files).toHaveLength(3);
  });

  it('that keeps failing is dead-lettered after MAX_TRIES, and purged when its job is deleted', async () => {
    const { me, blobs, db, handle, record, completeAnother, parked } = await world();
    const poison = await completeAnother(['seq_1']);
    const get = blobs.get;
    let tries = 0;
    blobs.get = async (key, ...more) => {
      if (key !== poison.manifest!.key) return get(key, ...more);
      tries++;
      throw new Error('access denied');
    };
    await handle(JobEventType.COMPLETED);
    for (let n = 0; n < 2 * MAX_TRIES; n++) {
      await record();
      expect((await me.list()).files).toHaveLength(3);
      await makeDue(db);
    }
    expect(tries).toBe(MAX_TRIES);
    expect(await parked()).toMatchObject([{ key: poison.id, error: 'access denied' }]);
    await handle(JobEventType.DELETED, message(poison, JobEventType.DELETED));
    expect(await parked()).toEqual([]);
  });

  it('that the database refuses does not delay the others of its batch', async () => {
    const { me, db, handle, record, completeAnother } = await world();
    await completeAnother(['a', 'b']);
    const poison = await completeAnother(['no text of PostgreSQL has a \0']);
    await completeAnother(['c']);
    await handle(JobEventType.COMPLETED);
    await record();
    const jobs = (await me.list()).files.map(({ jobId }) => jobId);
    expect(jobs).toHaveLength(3 + 2 + 3);
    expect(jobs).not.toContain(poison.id);
    expect((await db.query('select id, tries from failed_work')).rows).toEqual([{ id: poison.id, tries: 1 }]);
  });

  it('whose event cannot be stored does not delay the events that arrive with it', async () => {
    const { me, job, handle, handleTogether, record } = await world();
    const others = Array.from({ length: 5 }, () => Job.fromPartial({ ...job, id: newId('job', now) }));
    const poison = Job.fromPartial({ ...job, id: `${newId('job', now)}\0` });
    const told = await handleTogether([...others.slice(0, 3), poison, ...others.slice(3), job]);
    expect(told.map(({ status }) => status)).toEqual([
      ...Array(3).fill('fulfilled'),
      'rejected',
      ...Array(3).fill('fulfilled'),
    ]);
    await handle(JobEventType.COMPLETED);
    await record();
    expect(new Set((await me.list()).files.map(({ jobId }) => jobId))).toEqual(
      new Set([job.id, ...others.map(({ id }) => id)]),
    );
  });

  it('with a text too long for an index is refused, so that its event is dead-lettered', async () => {
    const { job, handle } = await world();
    job.projectId = 'x'.repeat(501);
    await expect(handle(JobEventType.COMPLETED)).rejects.toThrow('job.projectId has more than 500 characters');
  });

  it('adds nothing to the library when it has no result', async () => {
    const { me, job, handle, record } = await world();
    job.manifest = undefined;
    await handle(JobEventType.COMPLETED);
    await record();
    expect((await me.list()).files).toEqual([]);
  });
});

describe('a deleted job', () => {
  it('removes its files and queued results from the library; uploads stay', async () => {
    const { me, handle, record, db } = await world();
    const { id } = await me.upload('a.fasta', '>a\nM\n');
    await handle(JobEventType.COMPLETED);
    await record();
    await handle(JobEventType.DELETED);
    expect((await me.list()).files.map((file) => file.id)).toEqual([id]);
    await handle(JobEventType.COMPLETED);
    await handle(JobEventType.DELETED);
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

describe('many deleted jobs', () => {
  it('use one connection at a time, so that other work gets one', async () => {
    const { job, db, handleTogether } = await world();
    let [open, most] = [0, 0];
    db.on('acquire', () => (most = Math.max(most, ++open)));
    db.on('release', () => open--);
    const jobs = Array.from({ length: 20 }, () => Job.fromPartial({ ...job, id: newId('job', now) }));
    const told = await handleTogether(jobs, JobEventType.DELETED);
    expect(new Set(told.map(({ status }) => status))).toEqual(new Set(['fulfilled']));
    expect(most).toBe(1);
  });
});

describe('an output of a job', () => {
  it('can be an input of another job, and its content is counted at that time', async () => {
    const { me, jobs, blobs, handle, record } = await world();
    await handle(JobEventType.COMPLETED);
    await record();
    const { files } = await me.list({ format: 'AFA' });
    const resolve = () => jobs.resolveInputs({ fileIds: [files[0]!.id] }, me.scope);
    const first = (await resolve()).files;
    expect(first).toMatchObject([{ textual: true, units: { records: 2 } }]);
    blobs.get = () => Promise.reject(new Error('read again'));
    expect((await resolve()).files).toEqual(first);
  });

  it('is inspected once for concurrent calls, even if all of them stop waiting', async () => {
    const { me, jobs, blobs, handle, record } = await world();
    await handle(JobEventType.COMPLETED);
    await record();
    const { files } = await me.list({ format: 'AFA' });
    const read = Promise.withResolvers<void>();
    const { get } = blobs;
    let reads = 0;
    blobs.get = async (...args) => {
      reads++;
      await read.promise;
      return get.call(blobs, ...args);
    };
    const resolve = (more: object) => jobs.resolveInputs({ fileIds: [files[0]!.id] }, { ...me.scope, ...more });
    await expect(resolve({ deadlineMs: Date.now() + 300 })).rejects.toMatchObject({ code: 'service_unavailable' });
    const again = resolve({});
    read.resolve();
    expect((await again).files).toMatchObject([{ textual: true, units: { records: 2 } }]);
    expect(reads).toBe(1);
  });
});
