import type { Scalar } from '../definition/filters.ts';

/** Numbers, texts and booleans of an item, which filters and ranks read. */
export type Metrics = Readonly<Record<string, Scalar>>;

/** Where the content of an item is stored. */
export type ItemContent =
  /** Inline, at most MAX_INLINE_CHARACTERS. */
  | { in: 'text'; text: string }
  /** A file among a job's outputs, in the blob store. */
  | { in: 'artifact'; key: string; name: string; contentType: string; sha256: string; size: number }
  /** A saved file of the workspace. */
  | { in: 'file'; fileId: string; sha256: string; size: number };

/** Longest content that is stored inline with an item; a longer record stays in its file. */
export const MAX_INLINE_CHARACTERS = 64 * 1024;

/** A record, a row or a file on the edges of a run. Immutable. */
export interface Item {
  /** `itm_…` */
  id: string;
  kind: string;
  format: string;
  /** The name shown to people. */
  label: string;
  content: ItemContent;
  /** Hex SHA-256 of the content. */
  digest: string;
  metrics: Metrics;
  /** The items from which it was made: the first MAX_SOURCE_IDS of them. */
  sources: string[];
  /** The job that made the item, and the id of the item in that job's result. */
  origin?: { jobId: string; itemId: string };
}

/** The part of an item that filters and ranks read. */
export type Measured = Pick<Item, 'id' | 'metrics'>;

/** Returns undefined if the item lacks the field. */
export function metricOf({ metrics }: Pick<Measured, 'metrics'>, field: string): Scalar | undefined {
  return Object.hasOwn(metrics, field) ? metrics[field] : undefined;
}

/** The part of an item that jobs gets. Metrics are left out because they can be long. */
export type OfferedItem = Pick<Item, 'id' | 'kind' | 'format' | 'label' | 'content'>;
