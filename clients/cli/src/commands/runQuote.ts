import type { RunQuote } from '@rotamer/client';
import type { Context } from '../context.ts';
import { table } from '../output/table.ts';

/** Shows bounds of what a run or an attempt would cost, and the nodes whose results it reuses. */
export function showRunQuote(screen: Context['screen'], quote: RunQuote): void {
  const { nodes, reuse = [], cap_credits: cap } = quote;
  const rows = nodes.map((node) => [
    node.node_id,
    node.tool,
    range(node.min_jobs, node.max_jobs),
    range(node.min_credits, node.max_credits),
  ]);
  const reused = reuse.map(({ node_id, reused: is, reason }) => [node_id, is ? 'reused' : 'runs again', reason]);
  const total = `${range(quote.min_credits, quote.max_credits)} credits${cap === null ? '' : `, at most ${cap} by its cap`}.`;
  screen.result(quote, () =>
    [
      ...(reused.length > 0 ? [table(['NODE', '', 'WHY'], reused, screen.columns)] : []),
      table(['NODE', 'TOOL', 'JOBS', 'CREDITS'], rows, screen.columns),
      `${total}\nNothing was started.\n`,
    ].join('\n'),
  );
}

/** `3`, `0 to 5`, or `2 or more` where the highest is not known. */
function range(min: number, max: number | null): string {
  if (max === null) return `${min} or more`;
  return min === max ? String(min) : `${min} to ${max}`;
}
