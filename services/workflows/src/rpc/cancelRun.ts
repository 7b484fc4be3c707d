import { Fault } from '@rotamer/kit/errors/fault.ts';
import type { Rpc } from '@rotamer/kit/grpc/callContext.ts';
import { Access } from '@rotamer/proto/workflows/v1/workflow.ts';
import type { CancelRunRequest, CancelRunResponse } from '@rotamer/proto/workflows/v1/workflows.ts';
import { countUnsettled } from '../batches/batchStore.ts';
import type { Deps } from '../deps.ts';
import { isFinal } from '../engine/attempt.ts';
import { runDetails } from '../runs/runDetails.ts';
import { attemptOf, readOwnRun } from '../runs/runStore.ts';
import { settleAttempt } from '../work/stopChildren.ts';
import { requireAccess } from '../workflow/access.ts';

type CancelDeps = Pick<Deps, 'db' | 'revisions' | 'changeAttempt' | 'jobs' | 'signals'>;

/** Time kept back for the response when there are many jobs. */
const ANSWER_MS = 3_000;

/**
 * Cancels an active run and its jobs, and returns the total that they cost. Withdraws submissions in flight, so no job of the run begins
 * afterwards, except those counted as unsettled. A repeat returns the current totals.
 */
export function cancelRun(deps: CancelDeps): Rpc<CancelRunRequest, CancelRunResponse> {
  return async ({ runId }, { caller, signal, deadlineMs, log }) => {
    const { run, access } = await readOwnRun(deps.db, runId, caller);
    requireAccess(access, Access.RUN);
    const attemptId = run.attempts.at(-1)!.id;
    await deps.changeAttempt(attemptId, (_, { state }) => {
      if (isFinal(state.status) && state.status !== 'CANCELLED')
        throw new Fault('conflict', 'The run has ended.', { details: { current_status: state.status } });
      return [{ type: 'cancel' }];
    });
    try {
      await settleAttempt(
        deps,
        { id: attemptId, workspaceId: run.workspaceId },
        { signal, untilMs: deadlineMs - ANSWER_MS },
      );
    } catch (error) {
      log.warn({ err: error, run_id: runId }, 'jobs not cancelled; the loop will cancel them');
    }
    const { run: cancelled } = await readOwnRun(deps.db, runId, caller);
    const { chargedMillicredits, refundedMillicredits } = attemptOf(cancelled, attemptId);
    const unsettledJobs = await countUnsettled(deps.db, attemptId);
    return {
      run: await runDetails(deps.db, deps.revisions, cancelled),
      chargedMillicredits,
      refundedMillicredits,
      unsettledJobs,
    };
  };
}
