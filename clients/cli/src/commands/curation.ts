import type { Context } from '../context.ts';
import { UsageError } from '../exitCodes.ts';
import { table } from '../output/table.ts';
import { words } from '../output/visible.ts';

/** Shows the candidates of a paused run, with every metric that occurs among them. */
export async function candidates({ client, screen }: Context, [id]: [string]): Promise<void> {
  const curation = await client().runs.curation(id);
  screen.result(curation, () => {
    const metrics = [...new Set(curation.candidates.flatMap((one) => Object.keys(one.metrics)))];
    const rows = curation.candidates.map((one) => [one.id, one.label, ...metrics.map((name) => one.metrics[name])]);
    const shown = table(['CANDIDATE', 'LABEL', ...metrics], rows, screen.columns);
    return words`digest ${curation.candidate_set_digest}\n` + shown;
  });
}

/** Records which candidates are approved. The others are rejected. */
export async function curate(
  { client, screen }: Context,
  [id]: [string],
  { approve, note, digest }: { approve: string[]; note?: string; digest: string },
): Promise<void> {
  if (approve.length === 0) throw new UsageError('Approve at least one candidate with --approve ID.');
  const decision = await client().runs.curate(id, {
    candidate_set_digest: digest,
    approved_candidate_ids: approve,
    note,
  });
  screen.result(decision, () => words`Recorded. Let the run go on with: rotamer workflows continue ${id}\n`);
}
