import { validationFault } from '@rotamer/kit/errors/fault.ts';
import type { Rpc } from '@rotamer/kit/grpc/callContext.ts';
import { AttemptOutcome, type CompleteRequest, type CompleteResponse } from '@rotamer/proto/jobs/v1/leases.ts';
import type { Deps } from '../../deps.ts';
import { alreadyEndedBy, type Command, type ReportedOutcome } from '../../job/decideJob.ts';

const OUTCOMES: Partial<Record<AttemptOutcome, ReportedOutcome>> = {
  [AttemptOutcome.COMPLETED]: 'COMPLETED',
  [AttemptOutcome.FAILED]: 'FAILED',
  [AttemptOutcome.TIMEOUT]: 'TIMEOUT',
  [AttemptOutcome.BUDGET_EXCEEDED]: 'BUDGET_EXCEEDED',
};

/** Long enough for a tool's last words, short enough for a row. */
const MAX_ERROR = 2_000;

/** The report of an attempt: accepted with the current token, answered alike when repeated, refused with an old one. */
export function complete({ changeJob }: Pick<Deps, 'changeJob'>): Rpc<CompleteRequest, CompleteResponse> {
  return async (request) => {
    const result = await changeJob(request.jobId, commandOf(request));
    return { accepted: result !== undefined && (result.changed || alreadyEndedBy(result.job, request.attempt)) };
  };
}

/** A tool may say anything, and the cut may split a character; PostgreSQL would refuse it, and all that is saved with it. */
function storable(text: string): string {
  return text.replaceAll('\0', '').toWellFormed();
}

function commandOf({ attempt, outcome, error, runtimeMs, manifest }: CompleteRequest): Command {
  const words = error && storable(error.slice(0, MAX_ERROR));
  if (outcome === AttemptOutcome.INFRASTRUCTURE) {
    return { type: 'lose', attempt, error: words ?? 'The runner could not finish the attempt.' };
  }
  const reported = OUTCOMES[outcome];
  if (!reported) throw validationFault([{ path: 'outcome', message: 'is not an outcome' }]);
  return { type: 'report', attempt, outcome: reported, error: words, runtimeMs, manifest };
}
