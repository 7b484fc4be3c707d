import type { ResultManifest } from '@rotamer/domain/results/resultManifest.ts';
import type { PortRows } from '@rotamer/pages/viewers/table/resultTables.ts';
import { placeBlocks, type ResultReader, rowsOf } from './resultReader.ts';

/** Returns the first items of each port, in the order in which ports first occur. Reads at most one block of a large table. */
export async function readFirstRows(
  reader: ResultReader,
  manifest: ResultManifest,
  limit: number,
): Promise<PortRows[]> {
  const inline = [...Map.groupBy(manifest.items, (item) => item.output_port_id)].map(([portId, items]) => {
    return { portId, items: items.slice(0, limit), total: items.length };
  });
  const tables: PortRows[] = [];
  for (const table of manifest.tables ?? []) {
    const [first] = placeBlocks(manifest, table);
    const items = first ? (await reader.rows(first)).slice(0, limit) : [];
    tables.push({ portId: table.output_port_id, items, total: rowsOf(table), fileId: table.file_id });
  }
  return [...inline, ...tables];
}
