import { setTimeout as sleep } from 'node:timers/promises';
import { AttemptOutcome, type Lease } from '@rotamer/proto/jobs/v1/leases.ts';
import type { ToolContract } from '@rotamer/tools/contract.ts';
import { askJobs } from '../attempt/askJobs.ts';
import { isGone } from '../attempt/heartbeat.ts';
import { holderOf, type KeepLeaseDeps, type KeptLease, keepLease } from '../attempt/keepLease.ts';
import { infrastructure, type Verdict } from '../attempt/outcome.ts';
import type { Attempt } from '../attempt/runAttempt.ts';
import { attemptJob, attemptName, attemptSecret } from './attemptJob.ts';
import { isFinal, type KubernetesJobs } from './kubernetesJobs.ts';
import type { PodConfig } from './podConfig.ts';

export interface PodAttemptDeps extends KeepLeaseDeps {
  kubernetes: KubernetesJobs;
  config: PodConfig;
}

/** Pause before the API server of Kubernetes is asked again. */
const AWAY_MS = 1_000;

/** How long the runner keeps the lease after the pod runs. On a slow node it takes a while until the pod keeps the lease by itself. */
const HAND_OVER_MS = 20_000;

/** Longest wait for the response of jobs to a release or a report. Without a response the lease expires by itself. */
const TELL_MS = 3_000;

/**
 * Carries out one lease in a pod. The runner keeps the lease until the pod has begun; then the pod keeps it. A runner that ends does not
 * stop its running pods. The runner only reports failed pods, which jobs tries again.
 */
export function startPodAttempt(lease: Lease, contract: ToolContract, deps: PodAttemptDeps): Attempt {
  const log = deps.log.child({ job_id: lease.jobId, attempt: lease.attempt, tool: lease.tool });
  const kept = keepLease(lease, contract.limits.wallSeconds * 1000, { ...deps, log });
  const leaving = new AbortController();
  const done = carryOut(lease, contract, kept, leaving.signal, { ...deps, log }).finally(kept.release);
  return {
    done,
    handBack() {
      kept.stop('draining');
      leaving.abort();
    },
  };
}

async function carryOut(
  lease: Lease,
  contract: ToolContract,
  kept: KeptLease,
  leaving: AbortSignal,
  deps: PodAttemptDeps,
): Promise<Verdict> {
  const { kubernetes, config, log } = deps;
  const name = attemptName(lease);
  try {
    const tooLate = AbortSignal.any([kept.stopped, AbortSignal.timeout(config.podStartSeconds * 1000)]);
    await submit(lease, contract, tooLate, deps);
    const first = await kubernetes.until(name, ['running', 'succeeded', 'failed', 'gone'], tooLate);
    setTimeout(kept.release, HAND_OVER_MS).unref();
    log.info({ phase: first.at }, 'pod');
    const last = first.at === 'running' ? await ended(name, leaving, kubernetes) : first;
    if (last?.at === 'failed' || (last?.at === 'gone' && first.at === 'gone')) await reportFailure(lease, last, deps);
    return verdicts[last?.at ?? 'gone'];
  } catch (error) {
    return giveUp(lease, kept, error, deps);
  }
}

/** A pod also ends as failed after it has reported an infrastructure failure itself. A deleted pod shows nothing about its runner. */
const verdicts = { succeeded: 'able', failed: 'unable', gone: 'unknown' } as const;

/** Waits for the end of the pod. Returns undefined if this runner ends first; the pod then continues without it. */
function ended(name: string, leaving: AbortSignal, kubernetes: KubernetesJobs) {
  return kubernetes.until(name, ['succeeded', 'failed', 'gone'], leaving).catch(() => undefined);
}

/** Creates the Job first, so that its Secret can belong to it. A crash between the two leaves nothing for good. */
async function submit(lease: Lease, contract: ToolContract, signal: AbortSignal, deps: PodAttemptDeps): Promise<void> {
  const { kubernetes, config, log } = deps;
  for (;;) {
    signal.throwIfAborted();
    try {
      const job = await kubernetes.create(attemptJob(lease, contract, config));
      return await kubernetes.createSecret(attemptSecret(lease, contract, job, config));
    } catch (error) {
      if (isFinal(error)) throw error;
      log.warn({ err: error }, 'Kubernetes does not answer');
      await sleep(AWAY_MS, undefined, { signal });
    }
  }
}

/**
 * Gives up a pod that has not started: deletes its Job, and releases the lease unless it is lost. Waiting in a queue of Kueue is not a
 * failure.
 */
async function giveUp(lease: Lease, kept: KeptLease, error: unknown, deps: PodAttemptDeps): Promise<Verdict> {
  const { kubernetes, leases, log } = deps;
  const reason = kept.stopReason();
  const queued = kubernetes.phase(attemptName(lease))?.at === 'queued';
  if (queued) log.info('still queued');
  else if (!reason) log.error({ err: error }, 'the pod did not start');
  await kubernetes.delete(attemptName(lease)).catch((cause) => log.error({ err: cause }, 'could not delete the Job'));
  if (isGone(reason)) return 'unknown';
  if (reason !== 'draining' && !queued) {
    await reportFailure(lease, { at: 'failed', reason: 'not started' }, deps);
    return 'unable';
  }
  await askJobs(() => leases.handBack(holderOf(lease)), AbortSignal.timeout(TELL_MS), log).catch((cause) =>
    log.warn({ err: cause }, 'could not hand back'),
  );
  return 'unknown';
}

/** Reports that a pod failed. Jobs refuses this if the pod has already reported; then nothing more needs to be reported. */
async function reportFailure(lease: Lease, phase: object, { leases, log }: PodAttemptDeps): Promise<void> {
  log.warn(phase, 'the pod failed');
  const report = { ...holderOf(lease), ...infrastructure(undefined), runtimeMs: 0 };
  await askJobs(() => leases.complete(report), AbortSignal.timeout(TELL_MS), log).catch((cause) =>
    log.warn({ err: cause, outcome: AttemptOutcome.INFRASTRUCTURE }, 'could not report the attempt'),
  );
}
