import { createHash } from 'node:crypto';
import { labelledFile } from '@rotamer/kit/blobs/labelledFile.ts';
import type { JobInputs, SubmittedInput } from '@rotamer/proto/jobs/v1/input.ts';
import type { JobAttempt, JobDetails, JobInput, JobQueue } from '@rotamer/proto/jobs/v1/jobs.ts';
import type { StoredRun } from '../runs/runStore.ts';
import type { EndedAttempt, Job } from './job.ts';
import { presentJob } from './presentJob.ts';

/** What is known about a job beside its row. */
export interface Known {
  toolName: string;
  /** Undefined when the inputs are not kept any more. */
  inputs: JobInputs | undefined;
  /** Records of saved files, by file id. */
  records: ReadonlyMap<string, number>;
  /** What attempts ran. */
  runs: StoredRun[];
  /** Waiting jobs; undefined once an attempt runs or the job has ended. */
  waiting: { ofTool: number; ownBefore: number } | undefined;
}

/** Returns a job with everything that its workspace may see of it, without the contents of its inputs. */
export function describeJob(job: Job, known: Known): JobDetails {
  const { billing } = job;
  return {
    job: presentJob(job),
    toolName: known.toolName,
    givenSettingsJson: known.inputs?.givenSettingsJson || undefined,
    settingsJson: known.inputs?.settingsJson || '{}',
    inputs: (known.inputs?.inputs ?? []).map((input) => describeInput(input, known.records)),
    attempts: attemptsOf(job).map((attempt) => withRun(attempt, known.runs)),
    queue: known.waiting && queueOf(job, known.waiting),
    heldMillicredits: billing && !billing.finalizedAt ? billing.reservedMillicredits : 0,
    capMillicredits: billing?.capMillicredits ?? billing?.reservedMillicredits ?? 0,
    cancelAt: job.cancelAt,
    stoppingAt: job.stoppingAt,
  };
}

/** Returns an input without its content. `records`: of saved files, by file id. */
export function describeInput(input: SubmittedInput, records: ReadonlyMap<string, number>): JobInput {
  const { id, slotId, kind, format, label, copies, content, stored } = input;
  const source = input.source?.source;
  const file = source?.$case === 'file' ? source.value : undefined;
  const artifact = source?.$case === 'artifact' ? source.value : undefined;
  const fileId = content === undefined ? file?.fileId || undefined : undefined;
  return {
    id,
    slotId,
    kind,
    format,
    label,
    name: file?.fileName || (artifact && nameOfArtifact(artifact.key, label)),
    size: stored?.size ?? Buffer.byteLength(content ?? ''),
    sha256:
      stored?.sha256 ??
      createHash('sha256')
        .update(content ?? '')
        .digest('hex'),
    fileId,
    fromJobId: artifact && jobIdOf(artifact.key),
    records: artifact?.records ?? (fileId === undefined ? undefined : records.get(fileId)),
    copies,
  };
}

/** Artifacts are stored as `artifacts/<workspace>/<job>/<attempt>/<file>`. */
function jobIdOf(key: string): string | undefined {
  return key.split('/')[2];
}

/** An artifact is stored under its id, which tells people nothing: its name is what the run calls the item. */
function nameOfArtifact(key: string, label: string | undefined): string | undefined {
  const stored = key.split('/').at(-1)!;
  return labelledFile(label ?? '', stored.split('.').slice(1).at(-1) ?? '') ?? stored;
}

/** Returns the earlier attempts, and the current one while it runs. */
function attemptsOf(job: Job): JobAttempt[] {
  const ended = (job.endedAttempts ?? []).map(presentEnded);
  if (job.status !== 'PROCESSING') return ended;
  const { attempt: number, claimedAt, startedAt } = job;
  return [...ended, { number, claimedAt, startedAt, outcome: '' }];
}

function presentEnded({ number, claimedAt, startedAt, endedAt, outcome, error }: EndedAttempt): JobAttempt {
  return {
    number,
    claimedAt: dateOf(claimedAt),
    startedAt: dateOf(startedAt),
    endedAt: dateOf(endedAt),
    outcome,
    error,
  };
}

function dateOf(text: string | undefined): Date | undefined {
  return text === undefined ? undefined : new Date(text);
}

function queueOf(job: Job, { ofTool, ownBefore }: NonNullable<Known['waiting']>): JobQueue {
  return {
    jobsAhead: ofTool,
    ownJobsAhead: ownBefore,
    waitingReason: waitingReasonOf(job, ownBefore),
    nextAttemptAt: job.nextAttemptAt,
  };
}

const NO_SLOT = 'All runners of the tool are busy; the job starts when one is free.';

function waitingReasonOf(job: Job, ownBefore: number): string {
  if (job.status === 'QUEUED' && ownBefore > 0)
    return `Jobs of your workspace that were submitted earlier go first: ${ownBefore}.`;
  return whyItWaits(job);
}

/** Returns why a job waits that is the first of its workspace. */
export function whyItWaits({ status, error, dataset }: Pick<Job, 'status' | 'error' | 'dataset'>): string {
  if (status === 'PENDING') return error ?? 'No runner offers this tool at the moment.';
  if (status === 'RETRY')
    return `The last attempt failed, and the job is tried again: ${error ?? 'no reason was given'}`;
  return dataset === undefined
    ? NO_SLOT
    : `All runners that hold ${dataset} are busy; the job starts when one is free.`;
}

function withRun(attempt: JobAttempt, runs: StoredRun[]): JobAttempt {
  const run = runs.find((one) => one.attempt === attempt.number);
  return run ? { ...attempt, ran: run.ran, logBytes: run.logBytes > 0 ? run.logBytes : undefined } : attempt;
}
