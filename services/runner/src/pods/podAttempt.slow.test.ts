import { once } from 'node:events';
import { eventually } from '@rotamer/kit/testing/eventually.ts';
import { quietLog } from '@rotamer/kit/testing/quietLog.ts';
import { AttemptOutcome, Stop } from '@rotamer/proto/jobs/v1/leases.ts';
import { findTool } from '@rotamer/tools/catalogue.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type FakeJob, fakeLease, startFakeJobs } from '../testing/fakeJobs.ts';
import { startFakeKubernetes } from '../testing/fakeKubernetes.ts';
import { runPod, startStore, testPodConfig } from '../testing/pods.ts';
import { attemptName } from './attemptJob.ts';
import { type KubernetesJobs, openKubernetesJobs } from './kubernetesJobs.ts';
import { startPodAttempt } from './podAttempt.ts';
import type { PodConfig } from './podConfig.ts';

const tool = 'conformer-generation';
const { contract } = findTool(tool)!;
const molecule = { id: 'in1', slotId: 'molecules', kind: 'smiles', format: 'SMILES', content: 'CCO ethanol\n' };

let jobs: Awaited<ReturnType<typeof startFakeJobs>>;
let cluster: Awaited<ReturnType<typeof startFakeKubernetes>>;
let kubernetes: KubernetesJobs;

beforeEach(async () => {
  jobs = await startFakeJobs();
  cluster = await startFakeKubernetes('tools');
  kubernetes = await openKubernetesJobs(cluster.kube, 'tools', quietLog);
});

afterEach(async () => {
  expect(cluster.problems).toEqual([]);
  // The rights that the chart gives: Jobs, and Secrets that are only made.
  const allowed = ['POST jobs', 'GET jobs', 'WATCH jobs', 'DELETE jobs', 'POST secrets'];
  expect(allowed).toEqual(expect.arrayContaining([...new Set(cluster.requests)]));
  await kubernetes.stop();
  await cluster.stop();
  await jobs.stop();
});

function begin(job: Partial<FakeJob> = {}, more: Partial<PodConfig> = {}) {
  const lease = fakeLease(tool);
  jobs.lease({ lease, inputs: [molecule], ...job });
  const config = { ...testPodConfig(jobs), ...more };
  const deps = { leases: jobs.leases, kubernetes, config, log: quietLog, now: () => performance.now() };
  return { lease, name: attemptName(lease), attempt: startPodAttempt(lease, contract, deps) };
}

const made = (name: string) => eventually(() => cluster.secrets.has(name) && cluster.jobs.get(name));
const running = { active: 1, ready: 1 };
const succeeded = { conditions: [{ type: 'Complete', status: 'True' }] };
const failed = { conditions: [{ type: 'Failed', status: 'True', reason: 'BackoffLimitExceeded' }] };

describe('an attempt in a pod', { timeout: 90_000 }, () => {
  it('is carried out with only its lease, and only the pod reports it', async () => {
    const { stored, url } = await startStore();
    const begun = begin({ signUpload: ({ key }) => ({ url: `${url}/${key}`, headers: {} }) });
    const pod = await runPod(cluster, begun.name, await made(begun.name));
    cluster.setStatus(begun.name, running);
    const [code] = await once(pod, 'exit');
    cluster.setStatus(begun.name, succeeded);
    expect(await begun.attempt.done).toBe('able');

    expect(code).toBe(0);
    expect(jobs.reports).toMatchObject([{ jobId: begun.lease.jobId, outcome: AttemptOutcome.COMPLETED }]);
    expect([...stored.keys()].at(-1)).toBe(jobs.reports[0]!.manifest!.key);
  });

  it('ends as failed for its runner when its pod reports an infrastructure failure', async () => {
    // No upload is signed, so the result cannot be stored.
    const begun = begin();
    const pod = await runPod(cluster, begun.name, await made(begun.name));
    cluster.setStatus(begun.name, running);
    const [code] = await once(pod, 'exit');
    expect(code).toBe(1);
    cluster.setStatus(begun.name, failed);
    expect(await begun.attempt.done).toBe('unable');
    expect(jobs.reports).toMatchObject([{ jobId: begun.lease.jobId, outcome: AttemptOutcome.INFRASTRUCTURE }]);
  });

  it('releases its lease when its pod is deleted', async () => {
    const many = {
      ...molecule,
      content: Array.from({ length: 200 }, (_, i) => `CCOC(=O)CCN${'C'.repeat(1 + (i % 20))} m${i}`).join('\n'),
    };
    const begun = begin({ inputs: [many] });
    const pod = await runPod(cluster, begun.name, await made(begun.name));
    cluster.setStatus(begun.name, running);
    await eventually(() => jobs.callsOf('started').length > 0, 60_000);
    pod.kill('SIGTERM');
    await once(pod, 'exit');
    cluster.delete(begun.name);
    expect(await begun.attempt.done).toBe('unknown');
    expect(jobs.callsOf('handBack')).toMatchObject([{ jobId: begun.lease.jobId }]);
    expect(jobs.reports).toEqual([]);
    expect(cluster.secrets.size).toBe(0);
  });

  it('is created once, also after a lost response or if it existed before', async () => {
    cluster.fail(500, { after: true });
    const { name, attempt } = begin();
    await made(name);
    expect(cluster.jobs.size).toBe(1);
    expect(cluster.secrets.get(name)!.metadata!.ownerReferences).toMatchObject([
      { uid: cluster.jobs.get(name)!.metadata!.uid },
    ]);
    cluster.setStatus(name, succeeded);
    await attempt.done;
  });

  it('has its lease kept by the runner until its pod keeps the lease itself', async () => {
    const { name, attempt } = begin();
    await made(name);
    cluster.setStatus(name, running);
    await kubernetes.until(name, ['running'], AbortSignal.timeout(10_000));
    const before = jobs.callsOf('heartbeat').length;
    await eventually(() => jobs.callsOf('heartbeat').length > before, 15_000);
    cluster.setStatus(name, succeeded);
    await attempt.done;
  });

  it('is reported as an infrastructure failure when its pod fails', async () => {
    const { name, attempt, lease } = begin();
    await made(name);
    cluster.setStatus(name, running);
    cluster.setStatus(name, failed);
    expect(await attempt.done).toBe('unable');
    expect(jobs.reports).toMatchObject([{ jobId: lease.jobId, outcome: AttemptOutcome.INFRASTRUCTURE }]);
  });

  it('is reported as an infrastructure failure when Kubernetes refuses its Job', async () => {
    cluster.fail(403);
    const { attempt } = begin();
    expect(await attempt.done).toBe('unable');
    expect(jobs.reports).toMatchObject([{ outcome: AttemptOutcome.INFRASTRUCTURE }]);
    expect(cluster.jobs.size).toBe(0);
  });

  it('keeps its lease while the pod waits; a cancelled job is deleted without a report', async () => {
    const { name, attempt } = begin({ answer: () => ({ stop: Stop.CANCELLED, graceMs: 0 }) });
    await made(name);
    expect(await attempt.done).toBe('unknown');
    expect(jobs.callsOf('heartbeat')).toHaveLength(1);
    expect([cluster.jobs.size, cluster.secrets.size]).toEqual([0, 0]);
    expect([...jobs.reports, ...jobs.callsOf('handBack')]).toEqual([]);
  });

  it.each([
    [
      'is reported to jobs when its pod does not start in time',
      undefined,
      [AttemptOutcome.INFRASTRUCTURE],
      0,
      'unable',
    ],
    ['is released without a failure when it is still queued by then', 'tools', [], 1, 'unknown'],
  ])('%s', async (_, podQueue, outcomes, handedBack, verdict) => {
    const { name, attempt } = begin({}, { podStartSeconds: 2, podQueue });
    await made(name);
    expect(await attempt.done).toBe(verdict);
    expect(jobs.reports.map(({ outcome }) => outcome)).toEqual(outcomes);
    expect(jobs.callsOf('handBack')).toHaveLength(handedBack);
    expect([cluster.jobs.size, cluster.secrets.size]).toEqual([0, 0]);
  });

  it('continues when its runner drains if its pod runs, and is released otherwise', async () => {
    const one = begin();
    const two = begin();
    await made(one.name);
    await made(two.name);
    cluster.setStatus(one.name, running);
    await kubernetes.until(one.name, ['running'], AbortSignal.timeout(10_000));
    one.attempt.handBack();
    two.attempt.handBack();
    expect(await Promise.all([one.attempt.done, two.attempt.done])).toEqual(['unknown', 'unknown']);
    expect([...cluster.jobs.keys()]).toEqual([one.name]);
    expect(jobs.callsOf('handBack')).toMatchObject([{ jobId: two.lease.jobId }]);
  });

  it.each([false, true])('is followed after its watch ends (too old: %s)', async (gone) => {
    const { name, attempt } = begin();
    await made(name);
    cluster.dropWatches(gone);
    cluster.setStatus(name, failed);
    await attempt.done;
    expect(jobs.reports).toMatchObject([{ outcome: AttemptOutcome.INFRASTRUCTURE }]);
    // A Job that was given up would be deleted.
    expect([...cluster.jobs.keys()]).toEqual([name]);
  });
});
