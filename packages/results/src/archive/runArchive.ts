import { enumName } from '@rotamer/kit/enumWord.ts';
import { presentItem } from '@rotamer/present/presentRunResult.ts';
import type { Item, RunResults } from '@rotamer/proto/workflows/v1/workflows.ts';
import { type DescribedFile, textFile, withManifest } from './archiveFiles.ts';
import { createPaths } from './archivePaths.ts';
import type { ArchiveFile } from './tarArchive.ts';

/**
 * Returns the files of the archive of a run's results: each file in a folder of its output node, and all items as `items.json`, with
 * texts and metrics. `incomplete_nodes` in the manifest names nodes of which more items arrived than results list.
 */
export function runArchive({ run, attemptId, nodes }: RunResults): ArchiveFile[] {
  const { id, attempts } = run!;
  const pathOf = createPaths();
  const arrived = nodes.flatMap(({ nodeId, items }) => items.map((item) => ({ nodeId, item })));
  const files = arrived.flatMap(({ nodeId, item }) => fileOf(nodeId, item, pathOf));
  const rows = arrived.map(({ nodeId, item }) => ({ node_id: nodeId, ...presentItem(item) }));
  const table = rows.length > 0 ? [textFile('items.json', `${JSON.stringify(rows, null, 2)}\n`)] : [];
  const status = attempts.find((one) => one.id === attemptId)!.status;
  const incomplete = nodes.filter(({ moreItems }) => moreItems).map(({ nodeId }) => nodeId);
  const head = {
    run_id: id,
    attempt_id: attemptId,
    status: enumName('RUN_STATUS', status),
    ...(incomplete.length > 0 && { incomplete_nodes: incomplete }),
  };
  return withManifest(head, [...table, ...files]);
}

function fileOf(nodeId: string, { content }: Item, pathOf: (folder: string, name: string) => string): DescribedFile[] {
  if (content?.$case !== 'artifact') return [];
  const { key, name, size, sha256, contentType } = content.value;
  return [{ path: pathOf(nodeId, name), key, size, sha256, output_port_id: nodeId, content_type: contentType }];
}
