import type { SubmittedInput, Tool } from '@rotamer/client';
import { detectFormat } from '@rotamer/formats/detect.ts';
import { fitToSlot } from '@rotamer/formats/fitToSlot.ts';
import { UsageError } from '../exitCodes.ts';

/** A text for an input: from a file, from stdin or from a public database. */
export interface Source {
  /** Name for people: a path, `stdin`, `rcsb:1UBQ`. */
  name: string;
  text: string;
  /** The requested slot. */
  slotId?: string;
  /** The given kind: protein, dna. */
  kind?: string;
  external?: { externalSource: 'rcsb' | 'pubchem' | 'uniprot'; externalId: string };
}

type Slot = Tool['input']['slots'][number];

/** The inputs from one source, all in one slot. */
export interface Assigned {
  source: Source;
  inputs: SubmittedInput[];
  /** Number of lines in the source before each input. */
  linesBefore: number[];
  /** Whether its letters showed a kind other than the slot's usual one. */
  guessed: boolean;
}

const MAX_ID = 128;

/**
 * Assigns every source to a slot: the requested slot, else the first slot that accepts its format and is not full. Enough sources are
 * left for the slots that need one: `queries.fa` and `database.fa` each go to their own slot. A FASTA file becomes one input per
 * record where the slot accepts that number, so that results name the record to which they belong.
 *
 * @throws UsageError for a source that no slot accepts
 */
export function assignSlots(tool: Pick<Tool, 'id' | 'input'>, sources: readonly Source[]): Assigned[] {
  const { slots } = tool.input;
  const used = new Map<string, number>();
  const fits = new Map(sources.map((source) => [source, fitsOf(slots, source)]));
  // Sources with a requested slot are assigned first.
  const order = [...sources].sort((a, b) => Number(b.slotId !== undefined) - Number(a.slotId !== undefined));
  const assigned = new Map<Source, Assigned>();
  for (const [i, source] of order.entries()) {
    const possible = fits.get(source)!;
    const free = [...possible.keys()].filter((slot) => room(slot, used) > 0);
    const rest = order.slice(i + 1).map((one) => [...fits.get(one)!.keys()]);
    const wanted = source.slotId === undefined ? free : [...possible.keys()];
    const slot = wanted.find((one) => canFill(slots, taking(used, one), rest)) ?? wanted[0];
    if (!slot) throw new UsageError(noSlot(tool, source));
    used.set(slot.id, (used.get(slot.id) ?? 0) + 1);
    const { guessed, ...fit } = possible.get(slot)!;
    const inputs = [inputOf(slot, source, fit, baseName(source.name), source.text)];
    assigned.set(source, { source, inputs, linesBefore: [0], guessed });
  }
  for (const slot of slots) splitRecords(slot, [...assigned.values()]);
  const inOrder = sources.map((source) => assigned.get(source)!);
  const ids = new Set<string>();
  for (const { inputs } of inOrder) for (const input of inputs) input.id = uniqueId(input.id, ids);
  return inOrder;
}

type Fit = NonNullable<ReturnType<typeof fitToSlot>>;

/** Returns how each slot would accept a source; only the requested slot, if the source names one. */
function fitsOf(slots: readonly Slot[], source: Source): Map<Slot, Fit> {
  const format = detectFormat(source.name, source.text);
  const fits = new Map<Slot, Fit>();
  for (const slot of slots) {
    if (source.slotId !== undefined && slot.id !== source.slotId) continue;
    const fit = fitToSlot(slot, format, source);
    if (fit) fits.set(slot, fit);
  }
  return fits;
}

const room = (slot: Slot, used: Map<string, number>): number => (slot.max ?? 1) - (used.get(slot.id) ?? 0);

const taking = (used: Map<string, number>, slot: Slot): Map<string, number> =>
  new Map(used).set(slot.id, (used.get(slot.id) ?? 0) + 1);

/**
 * Returns whether the slots that need inputs can still get them, each from a different one of the remaining sources. The slots with
 * the fewest candidates choose first. That suffices, because tools have few slots, and competing slots accept the same formats.
 */
function canFill(slots: readonly Slot[], used: Map<string, number>, rest: readonly Slot[][]): boolean {
  const needs = slots.filter((slot) => (slot.min ?? 0) > (used.get(slot.id) ?? 0));
  const candidates = needs.map((slot) => rest.flatMap((fits, i) => (fits.includes(slot) ? [i] : [])));
  const taken = new Set<number>();
  return candidates
    .sort((a, b) => a.length - b.length)
    .every((list) => {
      const free = list.find((i) => !taken.has(i));
      if (free !== undefined) taken.add(free);
      return free !== undefined;
    });
}

/** Creates an input from each FASTA record of a slot, where the slot accepts that number. */
function splitRecords(slot: Slot, assigned: readonly Assigned[]): void {
  const here = assigned.filter(({ inputs }) => inputs[0]!.slotId === slot.id);
  const records = here.map(({ source, inputs }) => (inputs[0]!.format === 'FASTA' ? splitFasta(source.text) : []));
  const total = records.reduce((sum, list) => sum + Math.max(1, list.length), 0);
  if (total > (slot.max ?? 1)) return;
  for (const [i, one] of here.entries()) {
    if (records[i]!.length < 2) continue;
    const [whole] = one.inputs as [SubmittedInput];
    one.inputs = records[i]!.map(({ name, text }) => ({ ...whole, id: name || whole.id, content: text }));
    one.linesBefore = records[i]!.map(({ linesBefore }) => linesBefore);
  }
}

function inputOf(
  slot: Slot,
  { external }: Source,
  fit: { kind: string; format: string },
  id: string,
  content: string,
): SubmittedInput {
  const source = external ? { type: 'external' as const, ...external } : { type: 'text' as const };
  return { id, slotId: slot.id, ...fit, source, content };
}

function noSlot(tool: Pick<Tool, 'id' | 'input'>, { name, text, slotId, kind }: Source): string {
  const format = detectFormat(name, text);
  const list = (values: unknown) => (values as string[] | undefined)?.join(', ');
  const slots = tool.input.slots.map(
    ({ id, acceptedKinds, acceptedFormats }) =>
      `${id} (${[kind === undefined ? undefined : list(acceptedKinds), list(acceptedFormats) ?? 'any format'].filter(Boolean).join(' in ')})`,
  );
  const what =
    slotId === undefined
      ? `No free slot of ${tool.id} takes ${name}`
      : `The slot ${slotId} of ${tool.id} does not take ${name}`;
  const is = [format, kind && `said to be ${kind}`].filter(Boolean).join(' and ');
  return `${what}${is ? `, which is ${is}` : ''}. Its slots: ${slots.join('; ')}.`;
}

/** `dir/lysozyme.fasta` → `lysozyme`. */
export function baseName(path: string): string {
  const name = path.split(/[/\\]/).at(-1)!;
  return name.replace(/\.[^.]+$/, '') || name;
}

/** Returns the id, or one made from it that is not among the given ones, and adds it to them. */
export function uniqueId(id: string, ids: Set<string>): string {
  const base = id.slice(0, MAX_ID - 6) || 'input';
  let unique = base;
  for (let n = 2; ids.has(unique); n++) unique = `${base}-${n}`;
  ids.add(unique);
  return unique;
}

interface FastaRecord {
  /** First word of the header. */
  name: string;
  /** Header and residues, unchanged. */
  text: string;
  /** Number of lines of the file before the record. */
  linesBefore: number;
}

/** Returns the records of a FASTA text. Text before the first header belongs to the first record, and the service refuses it. */
export function splitFasta(text: string): FastaRecord[] {
  const starts = [...text.matchAll(/^>/gm)].map(({ index }) => index);
  let linesBefore = 0;
  return starts.map((start, i) => {
    const record = text.slice(i === 0 ? 0 : start, starts[i + 1]);
    const before = linesBefore;
    linesBefore += record.match(/\r\n?|\n/g)?.length ?? 0;
    return { name: /^>\s*(\S*)/m.exec(record)?.[1] ?? '', text: record, linesBefore: before };
  });
}
