import type { Scalar } from '../definition/filters.ts';

/** Numbers, texts and booleans of an item, by which it is filtered and ranked. */
export type Metrics = Readonly<Record<string, Scalar>>;

/** Where the content of an item is. */
export type ItemContent =
  /** Inline, at most MAX_INLINE_CHARACTERS. */
  | { in: 'text'; text: string }
  /** A file that a job left, in the blob store. */
  | { in: 'artifact'; key: string; name: string; contentType: string; sha256: string; size: number }
  /** A saved file of the workspace. */
  | { in: 'file'; fileId: string; sha256: string; size: number };

/** Longest content that travels with an item; a longer record stays in its file. */
export const MAX_INLINE_CHARACTERS = 64 * 1024;

/** What flows on the edges of a run: a record, a row or a file. Never changed once it is there. */
export interface Item {
  /** `itm_…` */
  id: string;
  kind: string;
  format: string;
  /** What people read. */
  label: string;
  content: ItemContent;
  /** Hex SHA-256 of the content. */
  digest: string;
  metrics: Metrics;
  /** Items that it was made from, the first MAX_SOURCE_IDS of them. */
  sources: string[];
  /** The job that made it, and the item of that job's result. */
  origin?: { jobId: string; itemId: string };
}

/** An item as filters and ranks see it. */
export type Measured = Pick<Item, 'id' | 'metrics'>;

/** Undefined: the item lacks the field. */
export function metricOf({ metrics }: Pick<Measured, 'metrics'>, field: string): Scalar | undefined {
  return Object.hasOwn(metrics, field) ? metrics[field] : undefined;
}

/** An item as jobs are given it: without its metrics, which can be long. */
export type OfferedItem = Pick<Item, 'id' | 'kind' | 'format' | 'label' | 'content'>;
