import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { appendFile, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { eventually } from '@rotamer/kit/testing/eventually.ts';
import { quietLog } from '@rotamer/kit/testing/quietLog.ts';
import { AttemptOutcome, Stop } from '@rotamer/proto/jobs/v1/leases.ts';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { AttemptBlobs } from '../blobs/attemptBlobs.ts';
import { folderBlobs } from '../blobs/folderBlobs.ts';
import { attemptFolder, OUTPUT_LIST } from '../child/jobFile.ts';
import type { Ending, Execute, Order } from '../executor/executor.ts';
import { type FakeJob, fakeLease, startFakeJobs } from '../testing/fakeJobs.ts';
import { findTool } from '../testing/hostile/catalogue.ts';
import { type AttemptDeps, startAttempt } from './runAttempt.ts';

const ended: Ending = { kind: 'ended', code: 0, signal: null, outOfMemory: false };
const killed: Ending = { kind: 'ended', code: null, signal: 'SIGKILL', outOfMemory: false };
const contract = findTool('ends-without-output')!.contract;

let folder: string;
let jobs: Awaited<ReturnType<typeof startFakeJobs>>;
let blobs: AttemptBlobs;
let now: number;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'attempt-test-'));
  jobs = await startFakeJobs();
  blobs = folderBlobs(join(folder, 'blobs'));
  now = 0;
});

afterEach(async () => {
  await jobs.stop();
  await rm(folder, { recursive: true, force: true });
});

/** A tool in this process: writes one row, then runs until the test or the runner ends it. */
function fakeTool() {
  const finish = Promise.withResolvers<Ending>();
  const orders: Order[] = [];
  const graces: number[] = [];
  const execute: Execute = (order) => {
    orders.push(order);
    const line = { type: 'item', port: 'rows', place: { sourceInputIds: [] }, value: { n: 1 } };
    const list = join(attemptFolder(order.root).outputs, OUTPUT_LIST);
    const written = appendFile(list, `${JSON.stringify(line)}\n`);
    const stop = (graceMs: number) => {
      graces.push(graceMs);
      finish.resolve(killed);
    };
    return { stop, ended: written.then(() => finish.promise) };
  };
  return { execute, orders, graces, finish: finish.resolve };
}

function begin(tool: ReturnType<typeof fakeTool>, job: Partial<FakeJob> = {}, more: Partial<AttemptDeps> = {}) {
  const lease = job.lease ?? fakeLease(contract.id);
  jobs.lease({ lease, inputs: [], ...job });
  const deps = {
    leases: jobs.leases,
    blobs,
    runnerFolder: folder,
    datasets: { find: () => undefined },
    log: quietLog,
    now: () => now,
  };
  const attempt = startAttempt(lease, contract, { ...deps, execute: tool.execute, ...more });
  const running = () => eventually(() => tool.orders.length > 0);
  return { ...attempt, lease, running };
}

/** A sleep that returns at once and advances the clock. */
async function passTime(ms: number): Promise<void> {
  now += ms;
}

/** A sleep that only ends when its signal is aborted. */
function untilAborted(_: number, signal: AbortSignal): Promise<void> {
  return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
}

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

/** Starts a server that stores what is PUT under a path, and returns it to GET. */
async function startHttpStore() {
  const objects = new Map<string, Buffer>();
  const server = createServer(async (request, response) => {
    if (request.method === 'PUT') objects.set(request.url!, await buffer(request));
    const found = objects.get(request.url!);
    response.writeHead(found ? 200 : 404).end(request.method === 'GET' ? found : undefined);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => void server.close());
  return { objects, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

const storedObjects = () => readdir(join(folder, 'blobs/objects'), { recursive: true }).catch(() => []);

describe('an attempt', () => {
  it('reports its outcome, its run time and the place of its manifest', async () => {
    const tool = fakeTool();
    const attempt = begin(tool);
    await attempt.running();
    now += 1234.5;
    tool.finish(ended);
    await attempt.done;
    expect(jobs.reports).toMatchObject([{ outcome: AttemptOutcome.COMPLETED, runtimeMs: 1234 }]);
    const { key, size } = jobs.reports[0]!.manifest!;
    expect(await readFile(join(folder, 'blobs/objects', key))).toHaveLength(size);
    expect(await readdir(folder)).toEqual(['blobs']);
  });

  it('fails for good, before the tool starts, when a saved file is gone', async () => {
    const tool = fakeTool();
    const stored = { key: 'files/ws_1/file_1/content', sha256: '00', size: 1 };
    const attempt = begin(tool, {
      inputs: [
        { id: 'in1', content: 'MK' },
        { id: 'in2', stored },
      ],
    });
    await attempt.done;
    const error = 'input.inputs[1].source.file_id: the saved file was deleted before the job started.';
    expect(jobs.reports).toMatchObject([{ outcome: AttemptOutcome.FAILED, error, runtimeMs: 0 }]);
    expect(jobs.callsOf('started')).toEqual([]);
    expect(tool.orders).toEqual([]);
  });

  it('passes its trace to the tool', async () => {
    const tool = fakeTool();
    const traceparent = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';
    const attempt = begin(tool, { lease: fakeLease(contract.id, { traceparent }) });
    await attempt.running();
    tool.finish(ended);
    await attempt.done;
    expect(tool.orders[0]).toMatchObject({ traceparent });
  });

  it('sends its lease token with every call, and keeps it out of the reach of tools', async () => {
    const tool = fakeTool();
    const attempt = begin(tool, { inputs: [{ id: 'in1', content: 'MK' }] });
    await attempt.running();
    const [order] = tool.orders;
    expect(JSON.stringify(order)).not.toContain(attempt.lease.leaseToken);
    for (const entry of await readdir(order!.root, { recursive: true, withFileTypes: true })) {
      const text = entry.isFile() ? await readFile(join(entry.parentPath, entry.name), 'utf8') : '';
      expect(text, entry.name).not.toContain(attempt.lease.leaseToken);
    }
    now += 5000;
    order!.onProgress(1);
    await eventually(() => jobs.callsOf('heartbeat').length > 0);
    tool.finish(ended);
    await attempt.done;
    for (const method of ['fetchInputs', 'started', 'heartbeat', 'complete'] as const) {
      expect(jobs.callsOf(method), method).not.toEqual([]);
      for (const { leaseToken } of jobs.callsOf(method)) expect(leaseToken, method).toBe(attempt.lease.leaseToken);
    }
    expect(jobs.reports).toMatchObject([{ outcome: AttemptOutcome.COMPLETED }]);
  });

  it('reads and stores by URLs that jobs signs if there is no folder of blobs', async () => {
    const store = await startHttpStore();
    const content = Buffer.from('MKTAYIAK');
    const stored = { key: 'files/ws_1/file_1/content', sha256: sha256(content), size: content.length };
    store.objects.set('/download', content);
    const tool = fakeTool();
    const attempt = begin(
      tool,
      {
        inputs: [
          { id: 'in1', content: 'MK' },
          { id: 'in2', stored },
        ],
        downloadUrls: { [stored.key]: `${store.url}/download` },
        signUpload: ({ key, size }) => ({ url: `${store.url}/${key}`, headers: { 'content-length': `${size}` } }),
      },
      { blobs: undefined },
    );
    await attempt.running();
    tool.finish(ended);
    await attempt.done;
    const [report] = jobs.reports;
    expect(report).toMatchObject({ outcome: AttemptOutcome.COMPLETED });
    for (const { object, leaseToken } of jobs.callsOf('signUpload')) {
      expect(leaseToken).toBe(attempt.lease.leaseToken);
      expect(object!.sha256).toBe(sha256(store.objects.get(`/${object!.key}`)!));
    }
    const prefix = `/artifacts/${attempt.lease.workspaceId}/${attempt.lease.jobId}`;
    expect([...store.objects.keys()].sort()).toEqual(
      ['/download', `${prefix}/1/manifest.json`, `${prefix}/inputs/0`].sort(),
    );
    expect(`/${report!.manifest!.key}`).toBe(`${prefix}/1/manifest.json`);
  });

  it('fails with a message for the operator when the runner lacks the folder of blobs', async () => {
    const errors: unknown[] = [];
    const log = Object.assign(Object.create(quietLog), {
      child: () => log,
      error: (line: unknown) => errors.push(line),
    });
    const tool = fakeTool();
    const attempt = begin(tool, {}, { blobs: undefined, log });
    await attempt.running();
    tool.finish(ended);
    await attempt.done;
    expect(jobs.reports).toMatchObject([{ outcome: AttemptOutcome.INFRASTRUCTURE }]);
    expect(String((errors[0] as { err: Error }).err)).toContain('ROTAMER_BLOBS_DIR');
  });

  it('reports progress with its heartbeats', async () => {
    const tool = fakeTool();
    const attempt = begin(tool);
    await attempt.running();
    now += 1000;
    tool.orders[0]!.onProgress(40);
    await eventually(() => jobs.callsOf('heartbeat').some(({ progress }) => progress === 40));
    tool.finish(ended);
    await attempt.done;
  });

  it('continues while jobs is unavailable, and reports when jobs is back', async () => {
    const tool = fakeTool();
    const attempt = begin(tool);
    await attempt.running();
    jobs.state.away = true;
    now += 5000;
    tool.orders[0]!.onProgress(1);
    tool.finish(ended);
    const first = await Promise.race([
      attempt.done.then(() => 'done'),
      eventually(() => jobs.state.refused > 2 && 'waiting'),
    ]);
    expect(first).toBe('waiting');
    jobs.state.away = false;
    await attempt.done;
    expect(jobs.reports).toMatchObject([{ outcome: AttemptOutcome.COMPLETED }]);
  });

  it('starts and reports nothing with an old token', async () => {
    const tool = fakeTool();
    const attempt = begin(tool);
    jobs.forget(attempt.lease.jobId);
    await attempt.done;
    expect(tool.orders).toEqual([]);
    expect([...jobs.callsOf('complete'), ...jobs.callsOf('handBack')]).toEqual([]);
  });

  it.each([Stop.LOST, Stop.CANCELLED])('ends its tool and writes nothing when jobs answers %s', async (stop) => {
    const tool = fakeTool();
    let told: Stop = Stop.NONE;
    const attempt = begin(tool, { answer: () => ({ stop: told, graceMs: 0 }) });
    await attempt.running();
    told = stop;
    now += 5000;
    tool.orders[0]!.onProgress(1);
    await attempt.done;
    expect(tool.graces).toEqual([2000]);
    expect(jobs.callsOf('complete')).toEqual([]);
    expect(await storedObjects()).toEqual([]);
  });

  it('confirms its lease before it writes, after a pause longer than the lease', async () => {
    const tool = fakeTool();
    let told: Stop = Stop.NONE;
    const attempt = begin(tool, { answer: () => ({ stop: told, graceMs: 0 }) });
    await attempt.running();
    told = Stop.LOST;
    now += 15_000;
    tool.finish(ended);
    await attempt.done;
    expect(jobs.callsOf('complete')).toEqual([]);
    expect(await storedObjects()).toEqual([]);
  });

  it('keeps its outputs when its authorised time is used up', async () => {
    const tool = fakeTool();
    const lease = fakeLease(contract.id, { authorisedMs: 3000 });
    const attempt = begin(tool, { lease, answer: () => ({ stop: Stop.NONE, authorisedMs: 3000, graceMs: 120_000 }) });
    await attempt.running();
    now += 3000;
    tool.orders[0]!.onProgress(1);
    await attempt.done;
    expect(jobs.reports).toMatchObject([{ outcome: AttemptOutcome.BUDGET_EXCEEDED, runtimeMs: 3000 }]);
    expect(jobs.reports[0]!.manifest).toBeDefined();
  });

  it('is released, uncounted and unreported, by a draining runner', async () => {
    const tool = fakeTool();
    const attempt = begin(tool);
    await attempt.running();
    attempt.handBack();
    await attempt.done;
    expect(jobs.callsOf('handBack')).toMatchObject([{ jobId: attempt.lease.jobId, attempt: 1 }]);
    expect(jobs.callsOf('complete')).toEqual([]);
  });

  it('is an infrastructure failure, reported in time, when its result cannot be stored', async () => {
    const tool = fakeTool();
    const put = () => Promise.reject(new Error('disk on fire at /secret/path'));
    const attempt = begin(tool, {}, { blobs: { ...blobs, put }, sleep: passTime });
    await attempt.running();
    tool.finish(ended);
    expect(await attempt.done).toBe('unable');
    expect(jobs.reports).toMatchObject([
      { outcome: AttemptOutcome.INFRASTRUCTURE, error: 'The runner could not carry out the job.' },
    ]);
    expect(now).toBeGreaterThan(50_000);
    expect(now).toBeLessThan(contract.limits.wallSeconds * 1000 + 60_000);
  });

  it('stores its result after an outage of the store, with the same run time and its lease kept', async () => {
    const tool = fakeTool();
    const put: AttemptBlobs['put'] = (...args) =>
      now < 40_000 ? Promise.reject(new Error('away')) : blobs.put(...args);
    const attempt = begin(tool, {}, { blobs: { ...blobs, put }, sleep: passTime });
    await attempt.running();
    now += 1234;
    tool.finish(ended);
    expect(await attempt.done).toBe('able');
    expect(jobs.reports).toMatchObject([{ outcome: AttemptOutcome.COMPLETED, runtimeMs: 1234 }]);
    expect(jobs.callsOf('heartbeat').length).toBeGreaterThan(0);
    for (const { runtimeMs } of jobs.callsOf('heartbeat')) expect(runtimeMs).toBe(1234);
  });

  it('is released at once by a draining runner while it waits for the store', async () => {
    const tool = fakeTool();
    const sleep = vi.fn(untilAborted);
    const attempt = begin(tool, {}, { blobs: { ...blobs, put: () => Promise.reject(new Error('away')) }, sleep });
    await attempt.running();
    tool.finish(ended);
    await eventually(() => sleep.mock.calls.length > 0);
    attempt.handBack();
    expect(await attempt.done).toBe('unknown');
    expect(jobs.callsOf('handBack')).toMatchObject([{ jobId: attempt.lease.jobId, attempt: 1 }]);
    expect(jobs.reports).toEqual([]);
  });

  it('is released while it waits for the store, also after its time limit', async () => {
    const tool = fakeTool();
    const sleep = vi.fn(untilAborted);
    const attempt = begin(tool, {}, { blobs: { ...blobs, put: () => Promise.reject(new Error('away')) }, sleep });
    await attempt.running();
    now += contract.limits.wallSeconds * 1000;
    tool.orders[0]!.onProgress(1);
    await eventually(() => sleep.mock.calls.length > 0);
    attempt.handBack();
    await attempt.done;
    expect(jobs.callsOf('handBack')).toMatchObject([{ jobId: attempt.lease.jobId, attempt: 1 }]);
    expect(jobs.reports).toEqual([]);
  });

  it.each([Stop.LOST, Stop.CANCELLED])(
    'ends at once while it waits for the store when jobs answers %s',
    async (stop) => {
      const tool = fakeTool();
      let told: Stop = Stop.NONE;
      const sleep = vi.fn(untilAborted);
      const away = { ...blobs, put: () => Promise.reject(new Error('away')) };
      const attempt = begin(tool, { answer: () => ({ stop: told, graceMs: 0 }) }, { blobs: away, sleep });
      await attempt.running();
      tool.finish(ended);
      await eventually(() => sleep.mock.calls.length > 0);
      told = stop;
      now += 5000;
      tool.orders[0]!.onProgress(1);
      expect(await attempt.done).toBe('unknown');
      expect([...jobs.reports, ...jobs.callsOf('handBack')]).toEqual([]);
    },
  );

  it('waits for its inputs through an outage of the store', async () => {
    const tool = fakeTool();
    const stored = await blobs.put(
      'files/ws_1/file_1/content',
      async () => Buffer.from('MK'),
      AbortSignal.timeout(60_000),
    );
    const inputs = [{ id: 'in1', stored: { key: 'files/ws_1/file_1/content', ...stored } }];
    const get: AttemptBlobs['get'] = (...args) =>
      now < 240_000 ? Promise.reject(new Error('away')) : blobs.get(...args);
    const attempt = begin(tool, { inputs }, { blobs: { ...blobs, get }, sleep: passTime });
    await attempt.running();
    tool.finish(ended);
    await attempt.done;
    expect(jobs.reports).toMatchObject([{ outcome: AttemptOutcome.COMPLETED, runtimeMs: 0 }]);
  });

  it('is released at once by a draining runner while it waits for its inputs', async () => {
    const tool = fakeTool();
    const sleep = vi.fn(untilAborted);
    const inputs = [{ id: 'in1', stored: { key: 'files/ws_1/file_1/content', sha256: '00', size: 1 } }];
    const away = { ...blobs, get: () => Promise.reject(new Error('away')) };
    const attempt = begin(tool, { inputs }, { blobs: away, sleep });
    await eventually(() => sleep.mock.calls.length > 0);
    attempt.handBack();
    await attempt.done;
    expect(jobs.callsOf('handBack')).toMatchObject([{ jobId: attempt.lease.jobId, attempt: 1 }]);
    expect(tool.orders).toEqual([]);
  });

  it('does not wait after jobs has refused to sign an upload', async () => {
    const tool = fakeTool();
    const sleep = vi.fn(untilAborted);
    const attempt = begin(tool, {}, { blobs: undefined, sleep });
    await attempt.running();
    jobs.forget(attempt.lease.jobId);
    tool.finish(ended);
    await attempt.done;
    expect(sleep).not.toHaveBeenCalled();
    expect([...jobs.reports, ...jobs.callsOf('handBack')]).toEqual([]);
  });

  it('is an infrastructure failure when its tool cannot be started', async () => {
    const tool = fakeTool();
    const attempt = begin(tool);
    await attempt.running();
    tool.finish({ kind: 'not_started', cause: new Error('no bwrap') });
    await attempt.done;
    expect(jobs.reports).toMatchObject([{ outcome: AttemptOutcome.INFRASTRUCTURE }]);
  });
});
