import type { ResultItem, ResultManifest } from '@rotamer/domain/results/resultManifest.ts';
import type { Metrics } from './item.ts';
import { metricsOf } from './makeItems.ts';

type File = ResultManifest['files'][number];

/**
 * Returns the metrics that a result's rows add to a file. Each table gives those of its only row that was made from the same inputs with
 * the same rank. A table with several such rows gives none. Rows that are not in the manifest, because they are too many, give none either.
 */
export function fileMetrics(rows: ResultItem[]): (file: File) => Metrics {
  const found = new Map<string, Map<string, Metrics | undefined>>();
  for (const row of rows) {
    const ofTables = found.get(keyOf(row)) ?? new Map();
    const { output_port_id: port } = row;
    ofTables.set(port, ofTables.has(port) ? undefined : metricsOf(row.value));
    found.set(keyOf(row), ofTables);
  }
  return (file) => Object.assign({}, ...(found.get(keyOf(file))?.values() ?? []));
}

const keyOf = ({ rank, source_input_ids }: ResultItem | File) => JSON.stringify([rank, source_input_ids]);
