import type { ResultItem, ResultManifest } from '@rotamer/domain/results/resultManifest.ts';
import { placeBlocks, type ResultReader } from './resultReader.ts';

/** Yields the rows of a result, port by port; only those of `port`, if it is given. Keeps one block of rows in memory. */
export async function* rowsOf(
  results: Pick<ResultReader, 'rows'>,
  manifest: ResultManifest,
  port?: string,
): AsyncGenerator<ResultItem> {
  const isWanted = ({ output_port_id: id }: { output_port_id: string }) => port === undefined || id === port;
  yield* manifest.items.filter(isWanted);
  for (const table of (manifest.tables ?? []).filter(isWanted))
    for (const block of placeBlocks(manifest, table)) yield* await results.rows(block);
}
