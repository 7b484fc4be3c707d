import { createHash } from 'node:crypto';
import { ascendingIds, isId } from '@rotamer/kit/ids.ts';
import { MAX_SOURCE_IDS, type ResultItem, type ResultManifest } from '@rotamer/kit/results/resultManifest.ts';
import { shownLine, shownText } from '@rotamer/kit/shownText.ts';
import type { Scalar } from '../definition/filters.ts';
import { type Item, MAX_INLINE_CHARACTERS, type Metrics } from './item.ts';
import { type FileRecord, MAX_LABEL } from './records.ts';

/** Longest text that is a metric; a longer one is content. */
const MAX_METRIC = 1_000;

/** Metrics of one item, and their characters together, names included. */
const MAX_METRICS = 200;
const MAX_METRICS_CHARACTERS = 16 * 1024;

export const digestOf = (text: string): string => createHash('sha256').update(text).digest('hex');

/** What several items have in common. */
type Common = Pick<Item, 'kind' | 'format' | 'sources'> & Pick<Partial<Item>, 'origin'>;

/** An item for each record of a file or text. */
export function itemsOfRecords(records: FileRecord[], common: Common, newItemId: () => string): Item[] {
  return records.map(({ label, text, metrics }) => ({
    ...common,
    id: newItemId(),
    label: shownLine(label),
    content: { in: 'text', text: storable(text) },
    digest: digestOf(storable(text)),
    metrics: { ...metrics, name: shownLine(label) },
  }));
}

/** PostgreSQL stores neither NUL nor half a surrogate pair. */
function storable(text: string): string {
  return text.replaceAll('\0', '').toWellFormed();
}

/** A row that is too long to be an item. */
export class RowTooLong extends Error {
  override name = 'RowTooLong';
}

/** The item of a row: its content is the row as JSON. @throws RowTooLong */
export function itemOfRow(row: ResultItem, jobId: string, newItemId: () => string): Item {
  const text = JSON.stringify(row.value, (_, value) => (typeof value === 'string' ? storable(value) : value));
  if (text.length > MAX_INLINE_CHARACTERS)
    throw new RowTooLong(
      `A row of '${row.output_port_id}' has ${text.length} characters; at most ${MAX_INLINE_CHARACTERS} can be passed to the next node.`,
    );
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

/** The numbers, texts and booleans of a row: the first of them, as many as an item may have. */
export function metricsOf(value: unknown): Metrics {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return {};
  const metrics: Record<string, Scalar> = {};
  let room = MAX_METRICS_CHARACTERS;
  for (const [name, field] of Object.entries(value).slice(0, MAX_METRICS)) {
    const isText = typeof field === 'string' && field.length <= MAX_METRIC;
    if (!isText && typeof field !== 'number' && typeof field !== 'boolean') continue;
    room -= name.length + String(field).length;
    if (room < 0) break;
    metrics[shownLine(name)] = typeof field === 'string' ? shownText(field) : field;
  }
  return metrics;
}

/** The fields in which tools name what a row is about. */
const NAMES = ['name', 'id', 'sequence', 'query', 'cluster', 'ligand'];

function labelOf(metrics: Metrics, otherwise: string): string {
  const field = NAMES.find((name) => Object.hasOwn(metrics, name));
  return (field === undefined ? otherwise : String(metrics[field])).slice(0, MAX_LABEL);
}

/** Ids for the items that are made at one time. */
export const itemIds = (now: Date) => ascendingIds('itm', now);
