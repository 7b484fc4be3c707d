import { Fault, validationFault } from '@rotamer/kit/errors/fault.ts';
import type { SubmittedInput } from '@rotamer/proto/jobs/v1/input.ts';
import type { ToolInputSlot } from '@rotamer/tools/contract.ts';
import { formatOfRecord, hasRecords } from '../definition/recordFormats.ts';
import type { RecordOf } from '../definition/schema.ts';
import type { ArtifactUnits } from './artifactUnits.ts';
import type { OfferedItem } from './item.ts';
import { recordOfRow } from './rowRecords.ts';

/** Characters of all inline content of one job: below what jobs takes, with room for the rest of the request. */
export const MAX_JOB_CHARACTERS = 900 * 1024;

/** An item on its way into a slot, with the content that it has there. */
export interface Offered {
  item: OfferedItem;
  kind: string;
  format: string;
  /** Undefined: a saved file or an artifact, which is named instead. */
  text: string | undefined;
  /** What was counted in an artifact that is named. */
  units?: ArtifactUnits;
}

/**
 * What an item is in a slot; `text` is its content, read before if it is an artifact. A row that has no record in it is
 * left out.
 */
export function offer(item: OfferedItem, record: RecordOf | undefined, text: string | undefined): Offered | undefined {
  if (!record) return { item, kind: item.kind, format: item.format, text };
  const content = recordOfRow(record, JSON.parse(text ?? 'null'), item.label);
  return content === undefined ? undefined : { item, kind: record.kind, format: formatOfRecord(record), text: content };
}

/**
 * The inputs of a job for one slot. Each item is an input of its own, whose id is the item's, so that results name what they
 * came from; where a slot does not take so many, neighbours in a format of records are joined.
 *
 * @throws validation_error when there are too many that cannot be joined.
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

/** @throws payload_too_large, which fails the job instead of the process that would have to carry it. */
export function refuseTooMuch(characters: number): void {
  if (characters <= MAX_JOB_CHARACTERS) return;
  throw new Fault(
    'payload_too_large',
    `The job's inputs have ${characters} characters; the limit is ${MAX_JOB_CHARACTERS}.`,
  );
}
