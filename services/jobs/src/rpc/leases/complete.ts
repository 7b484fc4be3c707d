import { DamagedManifest, readManifest } from '@rotamer/domain/results/resultManifest.ts';
import { validationFault } from '@rotamer/kit/errors/fault.ts';
import type { Rpc } from '@rotamer/kit/grpc/callContext.ts';
import { shownText } from '@rotamer/kit/shownText.ts';
import { AttemptOutcome, type CompleteRequest, type CompleteResponse } from '@rotamer/proto/jobs/v1/leases.ts';
import type { Deps } from '../../deps.ts';
import { alreadyEndedBy, type Command, type ReportedOutcome, refuseReport } from '../../job/decideJob.ts';
import { readJob } from '../../job/jobStore.ts';

const OUTCOMES: Partial<Record<AttemptOutcome, ReportedOutcome>> = {
  [AttemptOutcome.COMPLETED]: 'COMPLETED',
  [AttemptOutcome.FAILED]: 'FAILED',
  [AttemptOutcome.TIMEOUT]: 'TIMEOUT',
  [AttemptOutcome.BUDGET_EXCEEDED]: 'BUDGET_EXCEEDED',
};

/** Longest error message of a tool, in characters. */
const MAX_ERROR = 2_000;

type Report = Extract<Command, { type: 'report' }>;

/**
 * Accepts the report of the current attempt. A repeated report gets the same response, and the report of an old attempt
 * is refused. A result counts only if its manifest is in the blob store as reported.
 */
export function complete({
  db,
  blobs,
  changeJob,
}: Pick<Deps, 'db' | 'blobs' | 'changeJob'>): Rpc<CompleteRequest, CompleteResponse> {
  return async (request, { signal }) => {
    const { jobId, attempt } = request;
    const command = commandOf(request);
    if (command.type === 'report' && command.manifest) await refuseMissingManifest({ db, blobs }, jobId, command);
    const result = await changeJob(jobId, command, signal);
    return { accepted: result !== undefined && (result.changed || alreadyEndedBy(result.job, attempt)) };
  };
}

/**
 * Refuses a report whose manifest is not in the blob store as reported. Checks only the current attempt: the objects of
 * an old one may have been deleted, and its report is not accepted anyway.
 */
async function refuseMissingManifest(
  { db, blobs }: Pick<Deps, 'db' | 'blobs'>,
  jobId: string,
  report: Report,
): Promise<void> {
  const found = await readJob(db, jobId);
  if (found?.job.status !== 'PROCESSING' || found.job.attempt !== report.attempt) return;
  refuseReport(found.job, report, found.now);
  try {
    await readManifest(blobs, report.manifest!);
  } catch (error) {
    if (!(error instanceof DamagedManifest)) throw error;
    throw validationFault([{ path: 'manifest', message: `is not in the blob store as reported: ${error.message}` }]);
  }
}

function commandOf({ attempt, outcome, error, runtimeMs, manifest }: CompleteRequest): Command {
  const words = error && shownText(error, MAX_ERROR);
  if (outcome === AttemptOutcome.INFRASTRUCTURE) {
    return { type: 'lose', attempt, error: words ?? 'The runner could not finish the attempt.' };
  }
  const reported = OUTCOMES[outcome];
  if (!reported) throw validationFault([{ path: 'outcome', message: 'is not an outcome' }]);
  return { type: 'report', attempt, outcome: reported, error: words, runtimeMs, manifest };
}
