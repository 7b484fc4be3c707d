import type { Credential } from '@rotamer/accounts/access/credential.ts';
import type { Members } from '@rotamer/accounts/access/members.ts';
import type { PublicWorkflowCuration } from '@rotamer/api/schemas/workflowCuration.ts';
import type { Curation, Decision } from '@rotamer/proto/workflows/v1/workflows.ts';
import { presentPerson } from './presentPerson.ts';
import { nobody, type Who } from './presentRun.ts';
import { presentItem } from './presentRunResult.ts';

/** Returns the person who decided at a checkpoint. */
export async function deciderOf(
  members: Pick<Members, 'people'>,
  { decision }: Curation,
  { scopes }: Pick<Credential, 'scopes'>,
): Promise<Who> {
  return decision ? { people: await members.people([decision.decidedBy]), scopes } : nobody;
}

/** The checkpoint of the public API. */
export function presentCuration(curation: Curation, who: Who = nobody): PublicWorkflowCuration {
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
    decision: curation.decision ? presentDecision(curation.decision, who) : null,
    review_url: reviewUrl(curation.runId),
  };
}

/** The address of a run's review page, relative to the base URL. */
export function reviewUrl(runId: string): string {
  return `/workflow-runs/${runId}/review`;
}

function presentDecision(decision: Decision, { people, scopes }: Who): PublicWorkflowCuration['decision'] {
  return {
    decided_by: decision.decidedBy,
    decided_by_user: presentPerson(decision.decidedBy, people.get(decision.decidedBy), scopes),
    decided_at: decision.decidedAt!.toISOString(),
    approved_candidate_ids: decision.approvedCandidateIds,
    rejected_candidate_ids: decision.rejectedCandidateIds,
    note: decision.note ?? null,
    criteria: decision.criteriaJson ? JSON.parse(decision.criteriaJson) : null,
  };
}
