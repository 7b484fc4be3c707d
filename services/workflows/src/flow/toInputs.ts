import { Fault, validationFault } from '@rotamer/kit/errors/fault.ts';
import type { SubmittedInput } from '@rotamer/proto/jobs/v1/input.ts';
import type { ToolInputSlot } from '@rotamer/tools/contract.ts';
import { formatOfRecord, hasRecords } from '../definition/recordFormats.ts';
import type { RecordOf } from '../definition/schema.ts';
import type { ArtifactUnits } from './artifactUnits.ts';
import type { OfferedItem } from './item.ts';

/** Maximum characters of all inline content of one job: less than jobs accepts, to leave room for the rest of the request. */
export const MAX_JOB_CHARACTERS = 900 * 1024;

/** An item offered to a slot, with its content there. */
export interface Offered {
  item: OfferedItem;
  kind: string;
  format: string;
  /** Undefined for a saved file or an artifact, which is passed by name instead. */
  text: string | undefined;
  /** The counts of an artifact that is passed by name. */
  units?: ArtifactUnits;
}

/**
 * Converts an item for a slot. `text` is its content, which the caller has read if it is in an artifact. Returns undefined for a row
 * without a record.
 */
export function offer(item: OfferedItem, record: RecordOf | undefined, text: string | undefined): Offered | undefined {
  if (!record) return { item, kind: item.kind, format: item.format, text };
  const content = recordOfRow(record, JSON.parse(text ?? 'null'), item.label);
  return content === undefined ? undefined : { item, kind: record.kind, format: formatOfRecord(record), text: content };
}

/**
 * Returns the inputs of a job for one slot. Each item becomes a separate input with the item's id, so that results name their source items.
 * If the slot takes fewer inputs, neighbours in a format of records are joined.
 *
 * @throws validation_error if there are too many items that cannot be joined.
 */
export function toInputs(slot: ToolInputSlot, offered: Offered[]): SubmittedInput[] {
  const groups = offered.length <= slot.max ? offered.map((one) => [one]) : joined(slot, offered);
  return groups.map((group, i) => {
    const [first] = group as [Offered];
    return { ...toInput(slot.id, first, group), id: group.length === 1 ? first.item.id : `${slot.id}-${i + 1}` };
  });
}

function joined({ id, max }: ToolInputSlot, offered: Offered[]): Offered[][] {
  const perInput = Math.ceil(offered.length / max);
  const groups: Offered[][] = [];
  for (const one of offered) {
    const last = groups.at(-1);
    const joins = last && last.length < perInput && isAlike(last[0]!, one);
    if (joins) last.push(one);
    else groups.push([one]);
  }
  if (groups.length <= max) return groups;
  const message = `takes at most ${max} inputs, but ${offered.length} items arrived that cannot be joined into fewer`;
  throw validationFault([{ path: `slot ${id}`, message }]);
}

function isAlike(a: Offered, b: Offered): boolean {
  return (
    a.kind === b.kind && a.format === b.format && hasRecords(a.format) && a.text !== undefined && b.text !== undefined
  );
}

function toInput(slotId: string, { item, kind, format }: Offered, group: Offered[]): SubmittedInput {
  const { content } = item;
  const common = {
    id: '',
    slotId,
    kind,
    format,
    label: item.label,
    contentEncoding: 'CONTENT_ENCODING_UNSPECIFIED' as const,
  };
  if (content.in === 'artifact' && group[0]!.text === undefined) {
    const { key, sha256, size } = content;
    const artifact = { key, sha256, size, ...group[0]!.units };
    return { ...common, source: { source: { $case: 'artifact', value: artifact } }, modifications: [] };
  }
  if (content.in === 'file' && group[0]!.text === undefined) {
    const file = { fileName: item.label, fileNames: [], fileMimeType: '', fileId: content.fileId };
    return { ...common, source: { source: { $case: 'file', value: file } }, modifications: [] };
  }
  const text = group.map(({ text }) => text).join('');
  return { ...common, source: { source: { $case: 'text', value: {} } }, content: text, modifications: [] };
}

/** Fails a job whose inputs are too long, before any process has to hold them in memory. @throws payload_too_large */
export function refuseTooMuch(characters: number): void {
  if (characters <= MAX_JOB_CHARACTERS) return;
  throw new Fault(
    'payload_too_large',
    `The job's inputs have ${characters} characters; the limit is ${MAX_JOB_CHARACTERS}.`,
  );
}

/** Returns the record in a row. Returns undefined if the row lacks the field or the field is not a text. */
function recordOfRow(record: RecordOf, row: unknown, label: string): string | undefined {
  const value = (row ?? {}) as Record<string, unknown>;
  const content = Object.hasOwn(value, record.content) ? value[record.content] : undefined;
  if (typeof content !== 'string' || content.trim() === '') return undefined;
  const named = record.name !== undefined && Object.hasOwn(value, record.name) ? value[record.name] : label;
  const name = onOneLine(String(named ?? label));
  return record.kind === 'smiles' ? `${onOneLine(content)} ${name}\n` : `>${name}\n${onOneLine(content)}\n`;
}

const onOneLine = (text: string) => text.replace(/\s+/g, ' ').trim();
