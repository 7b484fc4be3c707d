import { createHash } from 'node:crypto';
import { MAX_SOURCE_IDS, type ResultItem, type ResultManifest } from '@rotamer/domain/results/resultManifest.ts';
import { ascendingIds, isId } from '@rotamer/kit/ids.ts';
import { shownLine, shownText } from '@rotamer/kit/shownText.ts';
import type { Scalar } from '../definition/filters.ts';
import { type Item, MAX_INLINE_CHARACTERS, type Metrics } from './item.ts';
import { type FileRecord, MAX_LABEL } from './records.ts';

/** Longest text that becomes a metric; a longer text is only content. */
const MAX_METRIC = 1_000;

/** Maximum number of metrics of one item, and of their characters together, including names. */
const MAX_METRICS = 200;
const MAX_METRICS_CHARACTERS = 16 * 1024;

export const digestOf = (text: string): string => createHash('sha256').update(text).digest('hex');

/** The fields that several items have in common. */
type Common = Pick<Item, 'kind' | 'format' | 'sources'> & Pick<Partial<Item>, 'origin'>;

/** Makes an item for each record of a file or text. */
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

/** Removes NUL and replaces lone surrogates, since PostgreSQL stores neither. */
function storable(text: string): string {
  return text.replaceAll('\0', '').toWellFormed();
}

/** Thrown for a row that is too long for an item. */
export class RowTooLong extends Error {
  override name = 'RowTooLong';
}

/** Makes the item of a row. Its content is the row as JSON. @throws RowTooLong */
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

/** Makes an item of a whole file that a job left. `about` has its label, and its metrics from rows of the same job. */
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

/** Returns those inputs of a job that were items. Items that were joined into one input cannot be distinguished, so they are left out. */
export function itemsAmong(inputIds: string[]): string[] {
  return inputIds.filter((id) => isId('itm', id)).slice(0, MAX_SOURCE_IDS);
}

/** Returns the numbers, texts and booleans of a row, up to the limits of an item. */
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

/** The fields that tools use for the name of a row's subject. */
const NAMES = ['name', 'id', 'sequence', 'query', 'cluster', 'ligand'];

function labelOf(metrics: Metrics, otherwise: string): string {
  const field = NAMES.find((name) => Object.hasOwn(metrics, name));
  return (field === undefined ? otherwise : String(metrics[field])).slice(0, MAX_LABEL);
}

/** Returns a generator of ids for items that are made at one time. */
export const itemIds = (now: Date) => ascendingIds('itm', now);
