import type { PublicWorkflowCuration } from '@rotamer/api/schemas/workflowCuration.ts';
import type { Curation, Decision } from '@rotamer/proto/workflows/v1/workflows.ts';
import { presentItem } from './presentRunResult.ts';

/** The checkpoint of the public API. */
export function presentCuration(curation: Curation): PublicWorkflowCuration {
  return {
    object: 'workflow_curation',
    run_id: curation.runId,
    attempt_id: curation.attemptId,
    node_id: curation.nodeId,
    title: curation.title ?? null,
    instructions: curation.instructions ?? null,
    candidate_set_digest: curation.candidateSetDigest,
    candidates: curation.candidates.map(({ id, item, contentDigest }) => ({
      ...presentItem(item!),
      id,
      content_digest: contentDigest,
    })),
    ...(curation.columnsJson && { columns: JSON.parse(curation.columnsJson) }),
    decision: curation.decision ? presentDecision(curation.decision) : null,
    review_url: reviewUrl(curation.runId),
  };
}

/** The address of a run's review page, relative to the base URL. */
export function reviewUrl(runId: string): string {
  return `/workflow-runs/${runId}/review`;
}

function presentDecision(decision: Decision): PublicWorkflowCuration['decision'] {
  return {
    decided_by: decision.decidedBy,
    decided_at: decision.decidedAt!.toISOString(),
    approved_candidate_ids: decision.approvedCandidateIds,
    rejected_candidate_ids: decision.rejectedCandidateIds,
    note: decision.note ?? null,
    criteria: decision.criteriaJson ? JSON.parse(decision.criteriaJson) : null,
  };
}
