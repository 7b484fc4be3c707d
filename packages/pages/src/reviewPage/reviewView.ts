import type { PublicWorkflowCuration } from '@rotamer/api/schemas/workflowCuration.ts';
import { toCredits } from '@rotamer/domain/credits.ts';
import { enumName } from '@rotamer/kit/enumWord.ts';
import { type Attempt, PauseReason, RunStatus } from '@rotamer/proto/workflows/v1/workflow.ts';
import type { RunDetails } from '@rotamer/proto/workflows/v1/workflows.ts';
import { type Moment, momentOf } from '../sharePage/jobView.ts';
import { structuresOf } from './candidateScene.ts';
import { type CandidateTable, candidateTable, type ReviewColumn } from './candidateTable.ts';

/** The contents of a run's review page. */
export interface ReviewView {
  /** The address of the page. */
  url: string;
  /** The relative path from the page to the root of the service. */
  root: string;
  title: string;
  run: string;
  workflow: string;
  status: string;
  /** Whether the run continues without a decision, so that the page refreshes itself. */
  isActive: boolean;
  /** Why the run waits for something other than a selection, or why it failed. */
  remark?: string;
  curation?: ReviewedCuration;
  /** Whether the key may decide and continue. The workflows service checks grants. */
  mayDecide: boolean;
  /** Proves that a form comes from this page. */
  token: string;
  /** Why the last form was refused. */
  notice?: string;
  /** The note of a refused form. */
  note: string;
}

export interface ReviewedCuration {
  instructions?: string;
  digest: string;
  table: CandidateTable;
  /** The candidates that can be shown in 3D, as JSON for their viewer. */
  structures?: string;
  decision?: { by: string; at: Moment; note?: string; approved: string[] };
}

/** What the page needs in addition to the run. */
export type ReviewContext = Pick<ReviewView, 'mayDecide' | 'token' | 'root' | 'url'> &
  Partial<Pick<ReviewView, 'notice' | 'note'>>;

/** Returns the view of a run, and of the checkpoint at which it is paused, if any. */
export function reviewView(
  details: RunDetails,
  curation: PublicWorkflowCuration | undefined,
  context: ReviewContext,
): ReviewView {
  const run = details.run!;
  const attempt = run.attempts.at(-1)!;
  const { url } = context;
  return {
    note: '',
    ...context,
    title: curation?.title ?? run.name ?? run.workflowName,
    run: run.name ?? run.id,
    workflow: `${run.workflowName}, revision ${run.revisionNumber}`,
    status: enumName('RUN_STATUS', run.status),
    isActive: run.status === RunStatus.QUEUED || run.status === RunStatus.RUNNING,
    remark: remarkOn(attempt),
    curation: curation && reviewedCuration(curation, url),
  };
}

function remarkOn({ pause, error, maxMillicredits }: Attempt): string | undefined {
  switch (pause?.reason) {
    case PauseReason.MAX_CREDITS:
      return `The run is paused: its cap of ${toCredits(maxMillicredits ?? 0)} credits does not allow the next job of ${pause.nodeId}.`;
    case PauseReason.INSUFFICIENT_CREDITS:
      return pause.message
        ? `The run is paused at ${pause.nodeId}. ${pause.message}`
        : `The run is paused: the workspace does not have enough credits for the next job of ${pause.nodeId}.`;
    default:
      return error;
  }
}

function reviewedCuration(curation: PublicWorkflowCuration, url: string): ReviewedCuration {
  const table = candidateTable(curation.candidates, url, curation.columns as ReviewColumn[] | undefined);
  return {
    instructions: curation.instructions ?? undefined,
    digest: curation.candidate_set_digest,
    table,
    structures: structuresOf(table.rows),
    decision: curation.decision ? shownDecision(curation.decision) : undefined,
  };
}

function shownDecision(decision: NonNullable<PublicWorkflowCuration['decision']>) {
  const { decided_by: id, decided_by_user: person, decided_at: at, note, approved_candidate_ids: approved } = decision;
  return { by: person?.name ?? person?.email ?? id, at: momentOf(new Date(at)), note: note ?? undefined, approved };
}
