import { join } from 'node:path';
import { activeTraceparent, inSpan, SpanKind, traceFields } from '@rotamer/kit/telemetry/spans.ts';
import type { PinnedDataset } from '@rotamer/proto/jobs/v1/datasets.ts';
import type { StoredBytes } from '@rotamer/proto/jobs/v1/input.ts';
import type { ManifestRef } from '@rotamer/proto/jobs/v1/job.ts';
import { AttemptOutcome, type Lease } from '@rotamer/proto/jobs/v1/leases.ts';
import type { ToolContract, ToolDataset } from '@rotamer/tools/contract.ts';
import { versionOf } from '@rotamer/tools/shared/native/programVersion.ts';
import type { AttemptBlobs } from '../blobs/attemptBlobs.ts';
import { signedBlobs } from '../blobs/signedBlobs.ts';
import { type AttemptFolder, attemptFolder } from '../child/jobFile.ts';
import type { HeldDatasets } from '../datasets/heldDatasets.ts';
import type { ReleaseCache } from '../datasets/releaseCache.ts';
import { makeAttemptFolder, removeFolder } from '../executor/attemptFolders.ts';
import type { Ending, Execute, Order } from '../executor/executor.ts';
import { machineFailureOf } from '../executor/machineFailure.ts';
import { fetchSaved, MissingInput } from '../inputs/fetchSaved.ts';
import { stageInputs } from '../inputs/stageInputs.ts';
import { readOutputs } from '../results/readOutputs.ts';
import { storeResult } from '../results/storeResult.ts';
import type { RetryPolicy } from '../retryUntil.ts';
import { askJobs, isRefusal } from './askJobs.ts';
import { isGone, type StopReason } from './heartbeat.ts';
import { holderOf, type KeepLeaseDeps, type KeptLease, keepLease } from './keepLease.ts';
import { decideOutcome, failed, infrastructure, type Report, type Verdict, verdictOf } from './outcome.ts';
import { retryFetching, retryStoring } from './retryPolicies.ts';
import { type RunLog, startRunLog } from './runLog.ts';

export interface AttemptDeps extends KeepLeaseDeps, Pick<RetryPolicy, 'sleep'> {
  /** The folder of blobs, if this machine has it; otherwise signed URLs are used. */
  blobs: AttemptBlobs | undefined;
  execute: Execute;
  runnerFolder: string;
  datasets: Pick<HeldDatasets, 'find'>;
  /** Keeps a release while an attempt uses it; undefined: releases are not evicted. */
  cache?: Pick<ReleaseCache, 'use'>;
}

/** A running attempt. */
export interface Attempt {
  done: Promise<Verdict>;
  /** Ends the tool and releases the lease, uncounted. A finished result is still stored and reported. */
  handBack(): void;
}

interface Result extends Report {
  manifest: ManifestRef | undefined;
}

/**
 * How long a tool that ignores SIGTERM is left before it is killed. Jobs must end within their time limit + 5 s, and a lost lease occupies
 * another runner.
 */
const STOP_GRACE_MS: Record<StopReason, number> = {
  timeout: 3_000,
  budget: 3_000,
  cancelled: 2_000,
  lost: 2_000,
  draining: 2_000,
};

/** Longest wait for the response to a release; without a response the lease expires by itself. */
const HAND_BACK_MS = 3_000;

/** Carries out one lease from its inputs to its report, and leaves nothing behind on this machine. */
export function startAttempt(lease: Lease, contract: ToolContract, deps: AttemptDeps): Attempt {
  const { jobId, attempt, tool, traceparent } = lease;
  const log = deps.log.child({ job_id: jobId, attempt, tool, ...traceFields(traceparent) });
  const kept = keepLease(lease, contract.limits.wallSeconds * 1000, { ...deps, log });
  const attributes = { 'workspace.id': lease.workspaceId, 'job.id': jobId, attempt, tool };
  const done = inSpan(`attempt ${tool}`, { kind: SpanKind.CONSUMER, attributes, traceparent }, () =>
    carryOut(lease, contract, kept, { ...deps, log }),
  );
  return { done, handBack: () => kept.stop('draining') };
}

async function carryOut(lease: Lease, contract: ToolContract, kept: KeptLease, deps: AttemptDeps): Promise<Verdict> {
  const { log } = deps;
  const claimedAt = deps.now();
  const folder = attemptFolder(join(deps.runnerFolder, `${lease.jobId}-${lease.attempt}`));
  const runLog = startRunLog(lease, contract.requires, { leases: deps.leases, versionOf, log });
  let release: (() => void) | undefined;
  const useRelease = (name: string) => {
    release = deps.cache?.use(name);
  };
  const result = await workOn(lease, contract, folder, kept, runLog, { ...deps, useRelease }).catch(
    (error): Result | undefined => {
      if (isRefusal(error)) kept.stop('lost');
      if (kept.leaving.aborted) return undefined;
      if (error instanceof MissingInput) return { ...failed(error.message), manifest: undefined };
      log.error({ err: error }, 'attempt failed');
      return { ...infrastructure(machineFailureOf(error)), manifest: undefined };
    },
  );
  release?.();
  await runLog.close(isGone(kept.stopReason()) ? 0 : undefined);
  const said = await tell(lease, kept, result, deps);
  kept.release();
  await removeFolder(folder.root).catch((error) => log.error({ err: error }, 'could not remove the attempt folder'));
  const ms = Math.round(deps.now() - claimedAt);
  log.info({ said, outcome: result?.outcome, ms, runtime_ms: kept.runtimeMs() }, 'attempt');
  return verdictOf(result?.outcome);
}

/**
 * Carries out the attempt up to its stored result. Returns undefined if there is nothing to report, because the lease is gone or will be
 * released.
 */
async function workOn(
  lease: Lease,
  contract: ToolContract,
  folder: AttemptFolder,
  kept: KeptLease,
  { onPrograms }: Pick<RunLog, 'onPrograms'>,
  deps: AttemptDeps & { useRelease(name: string): void },
): Promise<Result | undefined> {
  const { leases, log } = deps;
  const holder = holderOf(lease);
  const scope = { traceparent: lease.traceparent };
  await makeAttemptFolder(folder);
  const fetched = await askJobs(() => leases.fetchInputs(holder, scope), kept.stopped, log);
  const signUpload = (object: StoredBytes) =>
    askJobs(() => leases.signUpload({ ...holder, object }, scope), kept.gone, log).catch(loseIfRefused);
  // Stops the lease at a refusal, so that every wait for the blob store ends at once.
  const loseIfRefused = (error: unknown) => {
    if (isRefusal(error)) kept.stop('lost');
    throw error;
  };
  const blobs = deps.blobs ?? signedBlobs(fetched.downloadUrls, signUpload);
  const fetching = retryFetching(kept, deps);
  const pinned = fetched.dataset;
  if (pinned) deps.useRelease(`${pinned.id}@${pinned.release}`);
  const dataset = datasetOf(pinned, deps.datasets);
  const staging = { ...fetched, dataset };
  await stageInputs(folder, contract, staging, (saved, path) => fetchSaved(blobs, saved, path, fetching));
  kept.started(await askJobs(() => leases.started(holder, scope), kept.stopped, log));
  const ending = await inSpan('tool process', { attributes: { tool: lease.tool } }, () => {
    const traceparent = activeTraceparent() ?? lease.traceparent;
    const { id: tool, limits } = contract;
    const shares = dataset ? undefined : sharesProcess(lease, contract);
    const order = { root: folder.root, tool, shares, visible: dataset?.dir, limits, traceparent, onPrograms };
    return runTool(order, kept, deps.execute);
  });
  const stop = kept.stopReason();
  if (endsSilently(stop)) return undefined;
  if (ending.kind === 'not_started') throw ending.cause;

  const { inputs } = fetched;
  const inputIds = inputs.map(({ id }) => id);
  const outputs = await readOutputs(folder, contract, inputIds);
  const { toolError, problems: outputProblems } = outputs;
  const report = decideOutcome({ ending, stop, limits: contract.limits, toolError, outputProblems });
  const isEmpty = outputs.rows.ports.length + outputs.files.length === 0;
  if (isEmpty || report.outcome === AttemptOutcome.INFRASTRUCTURE) return { ...report, manifest: undefined };
  await kept.confirm();
  return {
    ...report,
    manifest: await storeResult(blobs, lease, contract, inputs, outputs, retryStoring(kept, deps), dataset),
  };
}

/**
 * Returns the pinned release on this machine.
 *
 * @throws Error when the release is not here, or has other data: another attempt may find a runner that has it.
 */
function datasetOf(pinned: PinnedDataset | undefined, datasets: AttemptDeps['datasets']): ToolDataset | undefined {
  if (!pinned) return undefined;
  const found = datasets.find(pinned.id, pinned.release);
  const name = `${pinned.id}@${pinned.release}`;
  if (!found) throw new Error(`this runner does not hold ${name}`);
  if (found.sha256 !== pinned.sha256)
    throw new Error(`${found.dir} has other data than ${name}: SHA-256 ${found.sha256}`);
  return found;
}

/**
 * Returns the key of jobs that may share a process, one after the other, each with its limits. Jobs of one workspace and one tool share a
 * key if the tool needs only Node. Undefined: no other job may share the process.
 */
function sharesProcess({ workspaceId }: Lease, { id, version, requires, command }: ToolContract): string | undefined {
  return command || requires.length > 0 ? undefined : `${workspaceId} ${id}@${version}`;
}

function endsSilently(reason: StopReason | undefined): boolean {
  return isGone(reason) || reason === 'draining';
}

async function runTool(order: Omit<Order, 'onProgress'>, kept: KeptLease, execute: Execute): Promise<Ending> {
  kept.stopped.throwIfAborted();
  const execution = execute({ ...order, onProgress: kept.progressed });
  kept.stopped.addEventListener('abort', () => execution.stop(STOP_GRACE_MS[kept.stopReason()!]));
  const ending = await execution.ended;
  kept.ended();
  return ending;
}

async function tell(lease: Lease, kept: KeptLease, result: Result | undefined, { leases, log }: AttemptDeps) {
  const holder = holderOf(lease);
  const scope = { traceparent: lease.traceparent };
  if (isGone(kept.stopReason())) return 'nothing';
  try {
    if (!result) {
      await askJobs(() => leases.handBack(holder, scope), AbortSignal.timeout(HAND_BACK_MS), log);
      return 'handed back';
    }
    const report = { ...holder, ...result, runtimeMs: kept.runtimeMs() };
    const { accepted } = await askJobs(() => leases.complete(report, scope), kept.gone, log);
    return accepted ? 'reported' : 'refused';
  } catch (error) {
    if (!kept.gone.aborted) log.warn({ err: error }, 'could not report the attempt');
    return 'nothing';
  }
}
