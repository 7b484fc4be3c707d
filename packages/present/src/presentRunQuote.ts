import type { PublicWorkflowRunQuote } from '@rotamer/api/schemas/workflowRunQuote.ts';
import { toCredits } from '@rotamer/domain/credits.ts';
import type { RunQuote } from '@rotamer/proto/workflows/v1/workflows.ts';
import { creditsOrNull } from './presentJob.ts';
import { presentReuse } from './presentRun.ts';

/** Bounds of what a run would cost. */
export function presentRunQuote(quote: RunQuote): PublicWorkflowRunQuote {
  return {
    object: 'workflow_run_quote',
    min_credits: toCredits(quote.minMillicredits),
    max_credits: creditsOrNull(quote.maxMillicredits),
    cap_credits: creditsOrNull(quote.capMillicredits),
    nodes: quote.nodes.map(({ nodeId, label, tool, metered, minJobs, maxJobs, minMillicredits, maxMillicredits }) => ({
      node_id: nodeId,
      ...(label !== undefined && { label }),
      tool,
      metered,
      min_jobs: minJobs,
      max_jobs: maxJobs ?? null,
      min_credits: toCredits(minMillicredits),
      max_credits: creditsOrNull(maxMillicredits),
    })),
    ...(quote.reuse.length > 0 && { reuse: quote.reuse.map(presentReuse) }),
  };
}
