import { z } from 'zod';
import { id } from '../limits.ts';
import { tool } from '../tool.ts';

/** review_candidates: records which candidates are approved. It cannot be changed later. */
export const reviewCandidates = tool({
  name: 'review_candidates',
  title: 'Review the candidates of a run',
  description:
    'Records which candidates of a paused run go on; all others are rejected. It cannot be changed afterwards: look at all pages of list_candidates before. The run stays paused until a person continues it.',
  input: z.strictObject({
    run: id('id of the workflow run'),
    candidate_set_digest: id('as list_candidates showed it'),
    approve: z.array(id('id of a candidate')).min(1).max(1_000),
    note: z.string().max(2_000).optional().describe('why'),
  }),
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: true },
  async run({ client }, { run, candidate_set_digest, approve, note }) {
    const body = { candidate_set_digest, approved_candidate_ids: approve, note };
    const { decision } = await client().runs.curate(run, body);
    return {
      run,
      approved: decision?.approved_candidate_ids.length ?? approve.length,
      rejected: decision?.rejected_candidate_ids.length,
      next: `The run may cost more credits from here on. A person lets it go on with: rotamer workflows continue ${run}`,
    };
  },
});
