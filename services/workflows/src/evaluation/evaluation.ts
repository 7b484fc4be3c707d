import type { Deps } from '../deps.ts';
import type { Item } from '../flow/item.ts';
import type { Extended } from '../items/itemStore.ts';

export type EvaluateDeps = Pick<Deps, 'db' | 'blobs' | 'files' | 'clock' | 'revisions'>;

/** The result of evaluating a node. */
export type Evaluation =
  | { port: string; itemIds: string[]; newItems?: Item[]; extended?: Extended[]; taken?: string }
  | { candidates: number; candidateDigest: string }
  | { error: string };
