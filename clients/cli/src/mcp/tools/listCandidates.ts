import { z } from 'zod';
import { cut, pageOf } from '../answer.ts';
import { id, limit, offset } from '../limits.ts';
import { reading, tool } from '../tool.ts';

/** list_candidates: the candidates of a paused run of a workflow. */
export const listCandidates = tool({
  name: 'list_candidates',
  title: 'List the candidates of a run',
  description:
    'Shows the candidates at which a run of a workflow is paused for review, with candidate_set_digest, which review_candidates wants back.',
  input: z.strictObject({ run: id('id of the workflow run'), offset, limit: limit(100).default(25) }),
  annotations: reading,
  async run({ client }, { run, offset, limit }) {
    const api = client();
    const { candidates, candidate_set_digest, title, instructions, decision, review_url } =
      await api.runs.curation(run);
    const shown = candidates.map((one) => ({
      id: one.id,
      label: one.label,
      kind: one.kind,
      format: one.format,
      metrics: one.metrics,
      ...(one.text && { text: cut(one.text, 300) }),
    }));
    const { items, ...rest } = pageOf(shown, offset, limit);
    const page = new URL(review_url, `${api.baseUrl}/`).href;
    return { run, candidate_set_digest, title, instructions, decision, page, candidates: items, ...rest };
  },
});
