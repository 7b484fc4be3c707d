import type { SubmittedInput, Tool } from '@rotamer/client';
import { UsageError } from '../usageError.ts';
import { detectFormat, fitToSlot } from './detectFormat.ts';
import { splitFasta } from './splitFasta.ts';

/** A text to be an input: of a file, of stdin, of a public database. */
export interface Source {
  /** For people: a path, `stdin`, `rcsb:1UBQ`. */
  name: string;
  text: string;
  /** The slot that was asked for. */
  slotId?: string;
  external?: { externalSource: 'rcsb' | 'pubchem' | 'uniprot'; externalId: string };
}

type Slot = Tool['input']['slots'][number];

/** Inputs of one source, all in one slot. */
export interface Assigned {
  source: Source;
  inputs: SubmittedInput[];
}

const MAX_ID = 128;

/**
 * Puts every source into a slot: the one that was asked for, else the first that takes its format and is not full. A FASTA file
 * becomes one input per record where the slot takes so many, so that results name the record they belong to.
 */
export function assignSlots(tool: Pick<Tool, 'id' | 'input'>, sources: readonly Source[]): Assigned[] {
  const used = new Map<string, number>();
  const ids = new Set<string>();
  const { slots } = tool.input;
  // What was asked for takes its place first.
  const order = [...sources].sort((a, b) => Number(b.slotId !== undefined) - Number(a.slotId !== undefined));
  const assigned = new Map<Source, Assigned>();
  for (const source of order) {
    const format = detectFormat(source.name, source.text);
    const slot =
      source.slotId === undefined ? freeSlot(slots, used, format) : slots.find(({ id }) => id === source.slotId);
    const fit = slot && fitToSlot(slot, format);
    if (!slot || !fit) throw new UsageError(noSlot(tool, source, format));
    used.set(slot.id, (used.get(slot.id) ?? 0) + 1);
    assigned.set(source, { source, inputs: [inputOf(slot, source, fit, baseName(source.name), source.text)] });
  }
  for (const slot of slots) {
    const here = [...assigned.values()].filter(({ inputs }) => inputs[0]!.slotId === slot.id);
    const records = here.map(({ source, inputs }) => (inputs[0]!.format === 'FASTA' ? splitFasta(source.text) : []));
    const total = records.reduce((sum, list) => sum + Math.max(1, list.length), 0);
    if (total > (slot.max ?? 1)) continue;
    for (const [i, one] of here.entries()) {
      if (records[i]!.length < 2) continue;
      one.inputs = records[i]!.map(({ name, text }) => ({
        ...one.inputs[0]!,
        id: name || one.inputs[0]!.id,
        content: text,
      }));
    }
  }
  const inOrder = sources.map((source) => assigned.get(source)!);
  for (const { inputs } of inOrder) for (const input of inputs) input.id = uniqueId(input.id, ids);
  return inOrder;
}

function freeSlot(slots: readonly Slot[], used: Map<string, number>, format: string | undefined): Slot | undefined {
  return slots.find((slot) => (used.get(slot.id) ?? 0) < (slot.max ?? 1) && fitToSlot(slot, format));
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

function noSlot(tool: Pick<Tool, 'id' | 'input'>, { name, slotId }: Source, format: string | undefined): string {
  const slots = tool.input.slots.map(
    (slot) => `${slot.id} (${(slot.acceptedFormats as string[] | undefined)?.join(', ') ?? 'any format'})`,
  );
  const what =
    slotId === undefined
      ? `No free slot of ${tool.id} takes ${name}`
      : `The slot ${slotId} of ${tool.id} does not take ${name}`;
  return `${what}${format ? `, which is ${format}` : ''}. Its slots: ${slots.join('; ')}.`;
}

/** `dir/lysozyme.fasta` → `lysozyme`. */
export function baseName(path: string): string {
  const name = path.split(/[/\\]/).at(-1)!;
  return name.replace(/\.[^.]+$/, '') || name;
}

function uniqueId(id: string, ids: Set<string>): string {
  const base = id.slice(0, MAX_ID - 6) || 'input';
  let unique = base;
  for (let n = 2; ids.has(unique); n++) unique = `${base}-${n}`;
  ids.add(unique);
  return unique;
}
