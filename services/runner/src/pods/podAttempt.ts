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

/** The lease is kept here so much longer than until its pod runs: a slow node takes a while until the pod keeps it by itself. */
const HAND_OVER_MS = 20_000;

/** Longest wait for an answer of jobs to a hand-back or a report; without one the lease expires by itself. */
const TELL_MS = 3_000;

/**
 * Lets a pod carry out one lease. The lease is kept here until the pod has begun, and by the pod from then on: a runner that
 * ends leaves its running pods alone. What is reported from here is only that a pod failed, which jobs tries again.
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

/** A pod ends as failed after an infrastructure failure that it reported itself, too; one that was deleted says nothing. */
const verdicts = { succeeded: 'able', failed: 'unable', gone: 'unknown' } as const;

/** Undefined: this runner ends first, and the pod goes on without it. */
function ended(name: string, leaving: AbortSignal, kubernetes: KubernetesJobs) {
  return kubernetes.until(name, ['succeeded', 'failed', 'gone'], leaving).catch(() => undefined);
}

/** The Job first, so that its Secret can belong to it: whatever dies between the two leaves nothing that stays. */
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
 * The pod has not started: its Job goes away, and the lease back, unless it is another's by now. That it waited in a
 * queue of Kueue is no failure.
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

/** Refused when the pod has reported itself before it ended badly: then nothing is left to say. */
async function reportFailure(lease: Lease, phase: object, { leases, log }: PodAttemptDeps): Promise<void> {
  log.warn(phase, 'the pod failed');
  const report = { ...holderOf(lease), ...infrastructure(undefined), runtimeMs: 0 };
  await askJobs(() => leases.complete(report), AbortSignal.timeout(TELL_MS), log).catch((cause) =>
    log.warn({ err: cause, outcome: AttemptOutcome.INFRASTRUCTURE }, 'could not report the attempt'),
  );
}
