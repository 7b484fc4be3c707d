import { createHash } from 'node:crypto';

/** Everything that a client chooses for an upload. */
export interface Chosen {
  originalName: string;
  /** Of the bytes, hex. */
  sha256: string;
  description?: string;
  tags: readonly string[];
  collectionIds: readonly string[];
  projectId?: string;
}

/**
 * Returns the SHA-256 in hex over the client's choices: two uploads with the same fingerprint ask for the same file.
 */
export function fingerprintOf(chosen: Chosen): string {
  const { originalName, sha256, description, tags, collectionIds, projectId } = chosen;
  const parts = [originalName, sha256, description ?? null, tags, collectionIds, projectId ?? null];
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex');
}
