import type { Runs } from '../resources/runs.ts';
import type { RunItem, RunResults } from '../resources/workflowTypes.ts';
import { type DownloadFilesOptions, downloadFiles } from './downloadFiles.ts';
import { entryOf, ITEMS, MANIFEST, type RunManifest, writeWhole } from './manifest.ts';
import { placeFiles } from './safeName.ts';

/**
 * Downloads the files at the outputs of a run into a folder, all items as `items.json` with their texts and metrics, and
 * `manifest.json`, for `verifyFolder`. Skips existing files, and resumes partial downloads. A saved file of the library is only
 * listed: `downloadSavedFile` downloads it.
 */
export async function downloadRunResults(
  runs: Pick<Runs, 'open'>,
  { run_id, attempt_id, status, nodes }: RunResults,
  folder: string,
  options: DownloadFilesOptions = {},
): Promise<RunManifest> {
  const arrived = nodes.flatMap(({ node_id, items }) => items.map((item) => ({ node_id, item })));
  const wanted = arrived.flatMap(({ node_id, item }) => fileOf(node_id, item) ?? []);
  const places = placeFiles(wanted, [MANIFEST, ITEMS]);
  const source = {
    open: ({ item }: (typeof wanted)[number], how: { start?: number; signal?: AbortSignal }) => runs.open(item, how),
  };
  await downloadFiles(source, places, folder, options);
  const rows = arrived.map(({ node_id, item }) => ({ node_id, ...item }));
  const table = rows.length > 0 ? [await writeWhole(folder, ITEMS, `${JSON.stringify(rows, null, 2)}\n`)] : [];
  const manifest: RunManifest = { run_id, attempt_id, status, files: [...places.map(entryOf), ...table] };
  await writeWhole(folder, MANIFEST, `${JSON.stringify(manifest, null, 2)}\n`);
  return manifest;
}

/** Returns a file to download. It goes into a folder of its output if two files have the same name. */
function fileOf(node_id: string, item: RunItem) {
  const { file, result_url } = item;
  return file && result_url ? { ...file, output_port_id: node_id, item } : undefined;
}
