import type { PublicJobDetails } from '@rotamer/api/schemas/jobDetails.ts';
import { toCredits } from '@rotamer/domain/credits.ts';
import type { JobAttempt, JobDetails, JobInput, JobQueue } from '@rotamer/proto/jobs/v1/jobs.ts';
import { creditsOrNull, presentJob } from './presentJob.ts';

/** A job with its settings, inputs and attempts, for the people of its workspace. */
export function presentJobDetails(
  details: JobDetails,
  submitted_by: PublicJobDetails['submitted_by'],
): PublicJobDetails {
  const job = details.job!;
  const { queue } = details;
  return {
    ...presentJob(job),
    tool_version: job.toolVersion,
    tool_name: details.toolName,
    submitted_by,
    run_id: job.runId ?? null,
    rerun_of: job.rerunOf ?? null,
    settings: JSON.parse(details.settingsJson),
    given_settings: details.givenSettingsJson === undefined ? null : JSON.parse(details.givenSettingsJson),
    inputs: details.inputs.map(presentInput),
    attempts: details.attempts.map(presentAttempt),
    ...(queue && { queue: presentQueue(queue) }),
    price: {
      held_credits: toCredits(details.heldMillicredits),
      charged_credits: creditsOrNull(job.billing?.finalMillicredits),
      cap_credits: toCredits(details.capMillicredits),
    },
    cancel_at: timeOrNull(details.cancelAt),
    stop_requested_at: timeOrNull(details.stoppingAt),
  };
}

function presentInput(input: JobInput): PublicJobDetails['inputs'][number] {
  const { id, slotId, kind, format, label, name, size, sha256, fileId, fromJobId, records, copies } = input;
  return {
    id,
    slot_id: slotId,
    kind,
    format,
    label: label ?? null,
    name: name ?? null,
    size,
    sha256,
    file_id: fileId ?? null,
    from_job_id: fromJobId ?? null,
    records: records ?? null,
    copies: copies ?? null,
  };
}

function presentAttempt(attempt: JobAttempt): PublicJobDetails['attempts'][number] {
  return {
    number: attempt.number,
    claimed_at: timeOrNull(attempt.claimedAt),
    started_at: timeOrNull(attempt.startedAt),
    ended_at: timeOrNull(attempt.endedAt),
    outcome: (attempt.outcome || null) as PublicJobDetails['attempts'][number]['outcome'],
    error: attempt.error ?? null,
    ...presentRan(attempt),
    log_bytes: attempt.logBytes ?? null,
  };
}

/** The programs and command lines of an attempt. */
export function presentRan({ ran }: Pick<JobAttempt, 'ran'>) {
  return {
    programs: (ran?.programs ?? []).map(({ name, version }) => ({ name, version: version ?? null })),
    commands: (ran?.commands ?? []).map(({ argv, runs, exitCode, elapsedMs }) => ({
      argv,
      runs,
      exit_code: exitCode ?? null,
      seconds: elapsedMs / 1000,
    })),
    commands_left_out: ran?.commandsLeftOut ?? 0,
  };
}

function presentQueue(queue: JobQueue): NonNullable<PublicJobDetails['queue']> {
  return {
    jobs_ahead: queue.jobsAhead,
    own_jobs_ahead: queue.ownJobsAhead,
    waiting_reason: queue.waitingReason,
    next_attempt_at: timeOrNull(queue.nextAttemptAt),
  };
}

function timeOrNull(time: Date | undefined): string | null {
  return time?.toISOString() ?? null;
}
