import { join, resolve } from 'node:path';
import type { RunResults } from '@rotamer/client';
import { downloadRunResults, type RunManifest } from '@rotamer/client/download';
import type { Context } from '../context.ts';
import { liveLine } from '../output/liveLine.ts';
import { table } from '../output/table.ts';
import { words } from '../output/visible.ts';

type ResultFlags = { attempt?: string; node?: string; limit?: number; output?: string };

/** workflows results: shows the items at the outputs of a run, and the state of its nodes. */
export async function showRunResults(context: Context, [id]: [string], flags: ResultFlags): Promise<void> {
  const { client, screen } = context;
  const { attempt: attempt_id, node: node_id, limit } = flags;
  const results = await client().runs.results(id, { attempt_id, node_id, limit });
  for (const { node_id, has_more_items, items } of results.nodes) {
    if (has_more_items) screen.note(`${node_id} has more items than the first ${items.length}, which are shown.`);
  }
  if (flags.output === undefined) return screen.result(results, () => describe(results, screen.columns));
  const manifest = await save(context, results, flags.output);
  screen.result({ folder: flags.output, ...manifest }, () =>
    table(
      ['FILE', 'BYTES', 'SHA-256'],
      manifest.files.map(({ path, size, sha256 }) => [join(flags.output!, path), size, sha256.slice(0, 12)]),
      screen.columns,
    ),
  );
}

function describe({ status, nodes }: RunResults, columns: number): string {
  const states = nodes.map(({ node_id, type, status, jobs, has_more_jobs }) => [
    node_id,
    type,
    status,
    has_more_jobs ? `${jobs.length}+` : jobs.length,
  ]);
  const items = nodes.flatMap(({ node_id, items }) =>
    items.map(({ label, format, file, text, file_id }) => [node_id, label, format, file?.name ?? file_id ?? text]),
  );
  return [
    words`${status}\n`,
    table(['NODE', 'TYPE', 'STATUS', 'JOBS'], states, columns),
    ...(items.length > 0 ? [table(['OUTPUT', 'ITEM', 'FORMAT', 'CONTENT'], items, columns)] : []),
  ].join('\n');
}

/** Downloads with one live line, which shows files as they arrive. */
async function save({ client, io, screen }: Context, results: RunResults, folder: string): Promise<RunManifest> {
  const live = liveLine(io);
  try {
    return await downloadRunResults(client().runs, results, resolve(io.cwd, folder), {
      signal: io.interrupted,
      onFile: (path, outcome) => live.show(`${outcome} ${path}`),
    });
  } catch (error) {
    if (io.interrupted.aborted)
      screen.note(words`Go on later with: rotamer workflows results ${results.run_id} -o ${folder}`);
    throw error;
  } finally {
    live.end();
  }
}
