import { toCredits } from '@rotamer/domain/credits.ts';
import { enumName } from '@rotamer/kit/enumWord.ts';
import { Fault, type Problem } from '@rotamer/kit/errors/fault.ts';
import { type Rpc, scopeOf } from '@rotamer/kit/grpc/callContext.ts';
import { requireValid } from '@rotamer/kit/grpc/validate.ts';
import { Access, type Attempt, PauseReason, type Run } from '@rotamer/proto/workflows/v1/workflow.ts';
import type { ContinueRequest, RunDetails } from '@rotamer/proto/workflows/v1/workflows.ts';
import { budgetOf, setBudget } from '../credits/budget.ts';
import type { Deps } from '../deps.ts';
import { runDetails } from '../runs/runDetails.ts';
import { readOwnRun } from '../runs/runStore.ts';
import { requireAccess } from '../workflow/access.ts';
import { maxProblem } from './start.ts';

type ContinueDeps = Pick<Deps, 'db' | 'revisions' | 'changeAttempt' | 'billing'>;

/** Continues a paused run. A higher cap is raised in billing first. */
export function continueRun(deps: ContinueDeps): Rpc<ContinueRequest, RunDetails> {
  return async ({ runId, maxMillicredits }, context) => {
    requireValid(maxProblem(maxMillicredits));
    const { caller } = context;
    const { run, access } = await readOwnRun(deps.db, runId, caller);
    requireAccess(access, Access.RUN);
    const attempt = run.attempts.at(-1)!;
    refuseUnpaused(run);
    requireValid(notHigher(maxMillicredits, attempt));
    const raised = maxMillicredits !== undefined && maxMillicredits !== attempt.maxMillicredits;
    const budget = raised ? budgetOf(attempt.id, maxMillicredits) : undefined;
    if (budget) await setBudget(deps, run.workspaceId, budget, scopeOf(context));
    await deps.changeAttempt(attempt.id, async (tx, { state }) => {
      // Stores the cap also if another call has continued the run meanwhile, because billing has the new cap by now.
      if (budget)
        await tx.query('update attempts set max_millicredits = greatest(max_millicredits, $2) where id = $1', [
          attempt.id,
          budget.capMillicredits,
        ]);
      return state.status === 'PAUSED' ? [{ type: 'continue' }] : [];
    });
    return runDetails(deps.db, deps.revisions, (await readOwnRun(deps.db, runId, caller)).run);
  };
}

/** Returns a problem for a cap below the present one, or for any cap of an uncapped run. Repeating the present cap is valid. */
function notHigher(asked: number | undefined, { maxMillicredits: cap }: Attempt): Problem | undefined {
  if (asked === undefined || (cap !== undefined && asked >= cap)) return undefined;
  const message =
    cap === undefined
      ? 'cannot be set: the run was started without a cap'
      : `must be at least ${toCredits(cap)}, the present cap`;
  return { path: 'max_credits', message };
}

function refuseUnpaused({ attempts }: Run): void {
  const { status, pause } = attempts.at(-1)!;
  const details = { current_status: enumName('RUN_STATUS', status) };
  if (!pause) throw new Fault('conflict', 'The run is not paused.', { details });
  if (pause.reason === PauseReason.CURATION && !pause.decided)
    throw new Fault('conflict', 'No selection is recorded for this curation yet.', {
      resolution: 'Record a selection, then continue.',
      details: { ...details, reason: 'not_decided' },
    });
}
