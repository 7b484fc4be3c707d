import { createHash } from 'node:crypto';
import { ascendingIds, isId } from '@rotamer/kit/ids.ts';
import { MAX_SOURCE_IDS, type ResultItem, type ResultManifest } from '@rotamer/kit/results/resultManifest.ts';
import type { Scalar } from '../definition/filters.ts';
import type { Item, Metrics } from './item.ts';
import { type FileRecord, MAX_LABEL } from './records.ts';

/** Longest text that is a metric; a longer one is content. */
const MAX_METRIC = 1_000;

export const digestOf = (text: string): string => createHash('sha256').update(text).digest('hex');

/** What several items have in common. */
type Common = Pick<Item, 'kind' | 'format' | 'sources'> & Pick<Partial<Item>, 'origin'>;

/** An item for each record of a file or text. */
export function itemsOfRecords(records: FileRecord[], common: Common, newItemId: () => string): Item[] {
  return records.map(({ label, text, metrics }) => ({
    ...common,
    id: newItemId(),
    label: storable(label),
    content: { in: 'text', text: storable(text) },
    digest: digestOf(storable(text)),
    metrics: { ...metrics, name: storable(label) },
  }));
}

/** PostgreSQL stores neither NUL nor half a surrogate pair. */
function storable(text: string): string {
  return text.replaceAll('\0', '').toWellFormed();
}

/** The item of a row: its content is the row as JSON. */
export function itemOfRow(row: ResultItem, jobId: string, newItemId: () => string): Item {
  const text = JSON.stringify(row.value, (_, value) => (typeof value === 'string' ? storable(value) : value));
  const metrics = metricsOf(row.value);
  return {
    id: newItemId(),
    kind: 'table',
    format: 'JSON',
    label: labelOf(metrics, row.id),
    content: { in: 'text', text },
    digest: digestOf(text),
    metrics: row.rank === null ? metrics : { rank: row.rank, ...metrics },
    sources: itemsAmong(row.source_input_ids),
    origin: { jobId, itemId: row.id },
  };
}

/** The item of a file that a job left, whole: `about` is what it is called, and what rows of its job say of it. */
export function itemOfFile(
  file: ResultManifest['files'][number],
  kind: string,
  jobId: string,
  about: { label: string; metrics: Metrics },
  newItemId: () => string,
): Item {
  const { key, name, content_type: contentType, sha256, size, format, rank } = file;
  return {
    id: newItemId(),
    kind,
    format,
    label: about.label.slice(0, MAX_LABEL),
    content: { in: 'artifact', key, name, contentType, sha256, size },
    digest: sha256,
    metrics: { ...about.metrics, size, ...(rank !== null && { rank }) },
    sources: itemsAmong(file.source_input_ids),
    origin: { jobId, itemId: file.id },
  };
}

/** The inputs of a job that were items; several that were joined into one input are not told apart. */
export function itemsAmong(inputIds: string[]): string[] {
  return inputIds.filter((id) => isId('itm', id)).slice(0, MAX_SOURCE_IDS);
}

/** The numbers, texts and booleans of a row. */
export function metricsOf(value: unknown): Metrics {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return {};
  const scalars = Object.entries(value).flatMap(([name, field]): [string, Scalar][] => {
    if (typeof field === 'number' || typeof field === 'boolean') return [[storable(name), field]];
    return typeof field === 'string' && field.length <= MAX_METRIC ? [[storable(name), storable(field)]] : [];
  });
  return Object.fromEntries(scalars);
}

/** The fields in which tools name what a row is about. */
const NAMES = ['name', 'id', 'sequence', 'query', 'cluster'];

function labelOf(metrics: Metrics, otherwise: string): string {
  const field = NAMES.find((name) => Object.hasOwn(metrics, name));
  return (field === undefined ? otherwise : String(metrics[field])).slice(0, MAX_LABEL);
}

/** Ids for the items that are made at one time. */
export const itemIds = (now: Date) => ascendingIds('itm', now);
