import { rememberReads } from '@rotamer/kit/batching/recentReads.ts';
import type { Blobs } from '@rotamer/kit/blobs/blobs.ts';
import { Fault } from '@rotamer/kit/errors/fault.ts';
import type { ItemContent } from './item.ts';

/** What is counted in a file, by which a job that takes it is priced. */
export interface ArtifactUnits {
  records?: number;
  molecules?: number;
  lines?: number;
}

type Artifact = ItemContent & { in: 'artifact' };

/** Counts what is in an artifact, read as a stream. @throws not_found when it is gone. */
export type CountUnits = (artifact: Artifact) => Promise<ArtifactUnits>;

/** Artifacts never change; many children of one node get the same one. */
const TTL_MS = 600_000;

export function createCountUnits(blobs: Pick<Blobs, 'get'>): CountUnits {
  const names = new Map<string, string>();
  const counted = rememberReads(async (key) => {
    const name = names.get(key)!;
    // Most workflows hand on no files: what reads them is loaded when it is needed.
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
