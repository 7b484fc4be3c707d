import { rememberReads } from '@rotamer/kit/batching/recentReads.ts';
import type { Blobs } from '@rotamer/kit/blobs/blobs.ts';
import { Fault } from '@rotamer/kit/errors/fault.ts';
import type { ItemContent } from './item.ts';

/** The counts in a file by which a job that takes the file is priced. */
export interface ArtifactUnits {
  records?: number;
  molecules?: number;
  lines?: number;
}

type Artifact = ItemContent & { in: 'artifact' };

/** Counts the units of an artifact by streaming it. @throws not_found if the artifact no longer exists. */
export type CountUnits = (artifact: Artifact) => Promise<ArtifactUnits>;

/** Artifacts never change, and many children of one node get the same artifact. */
const TTL_MS = 600_000;

export function createCountUnits(blobs: Pick<Blobs, 'get'>): CountUnits {
  const names = new Map<string, string>();
  const counted = rememberReads(async (key) => {
    const name = names.get(key)!;
    // Most workflows pass on no files, so the file readers are loaded only when needed.
    const { inspectFile } = await import('@rotamer/inspection/inspect.ts');
    const blob = await blobs.get(key);
    if (!blob) throw new Fault('not_found', `The file ${name} no longer exists.`);
    const found = await inspectFile(blob.body, name).finally(() => blob.body.destroy());
    if (!found.ok) return {};
    const { records, molecules, lines } = found.units;
    return { records, molecules, lines };
  }, TTL_MS);
  return async ({ key, name }) => {
    names.set(key, name);
    try {
      return await counted.recent(key, {});
    } finally {
      names.delete(key);
    }
  };
}
