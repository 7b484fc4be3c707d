import { createHash } from 'node:crypto';
import type { Queryable } from '@rotamer/kit/db/db.ts';
import canonicalize from 'canonicalize';
import type { GraphEdge } from '../definition/graph.ts';
import { limits } from '../definition/limits.ts';
import type { Item } from '../flow/item.ts';
import { readArrivingDigests } from '../items/itemStore.ts';

/** The candidates of a checkpoint, and the digest that binds a selection to exactly these candidates. */
export interface CandidateSet {
  candidates: Pick<Item, 'id' | 'digest' | 'metrics'>[];
  /** Hex. */
  digest: string;
}

/** Reads the candidates of a checkpoint. If there are more candidates than a person may review, only counts them. */
export async function candidateSet(db: Queryable, attemptId: string, incoming: GraphEdge[]): Promise<CandidateSet> {
  const candidates = await readArrivingDigests(db, attemptId, incoming, limits.candidates + 1);
  return { candidates, digest: digestOfCandidates(candidates) };
}

/** Returns the SHA-256 over the RFC 8785 form of the ordered list of ids, content digests and metrics. */
export function digestOfCandidates(candidates: CandidateSet['candidates']): string {
  const hash = createHash('sha256');
  // One line for each candidate, so that no large text is built at once.
  for (const { id, digest, metrics } of candidates) hash.update(`${canonicalize([id, digest, metrics])}\n`);
  return hash.digest('hex');
}
