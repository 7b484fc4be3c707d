import { type CatalogueEntry, tools } from '../../catalogue.ts';
import type { OutputPort, Settings, ToolInputSlot } from '../../contract.ts';
import { checkRequest } from '../../shared/checkRequest.ts';
import { exampleRequest, neededSlots } from '../../shared/example/exampleRequest.ts';
import { quickSettings } from '../quickSettings.ts';
import { type LongTexts, soundInputs, type TextInput } from '../soundInputs.ts';
import type { TestRun } from '../testRun.ts';
import { dna, settingsFor, textOf } from './examples.ts';
import { isDeclared } from './refusals.ts';
import { contentsOf, countIn, type Thing } from './things.ts';

/** A slot that takes a file. */
export interface Taker extends CatalogueEntry {
  slot: ToolInputSlot;
}

export const nameOf = ({ contract, slot }: Taker): string => `${contract.id}.${slot.id}`;

/** Returns the slots that take the files of a port. Tables are left out: each tool has its own columns. */
export function takersOf({ type, kind, format }: OutputPort): Taker[] {
  if (type !== 'file' || !kind || kind === 'table') return [];
  const takes = (slot: ToolInputSlot) => slot.acceptedKinds.includes(kind) && slot.acceptedFormats.includes(format);
  return tools.flatMap((tool) => tool.contract.slots.filter(takes).map((slot) => ({ ...tool, slot })));
}

/** A file as the check and the reader of a slot see it. */
export interface Reading {
  inputs: TextInput[];
  settings: Settings;
  /** The slot refuses the file for a reason that is declared. */
  isRefused: boolean;
  /** Refusals that are not declared, or another count than the file has. */
  problems: string[];
  things: Thing[];
}

/** Reads a file in a slot, with sound inputs in the other slots. */
export function readBy(taker: Taker, port: OutputPort, text: string, long: LongTexts = {}): Reading {
  const { contract, check, slot } = taker;
  const inputs = inputsOf(taker, port, text, long);
  const contents = contentsOf(slot, inputs[0]!);
  const settings = {
    ...exampleRequest(contract)?.settings,
    ...quickSettings[contract.id],
    ...settingsFor(contract.id, port),
    ...(nameOf(taker) === 'binding-box.structure' && { residues: [contents!.things[0]!.place] }),
  };
  const refusals = checkRequest(contract, check, inputs, settings).verdict.problems;
  const isRefused = refusals.length > 0;
  const problems = refusals
    .filter(({ message }) => !isDeclared(nameOf(taker), message))
    .map(({ path, message }) => `${path}: ${message}`);
  const count = countIn(port.format, text);
  if (!isRefused && count !== contents?.count) problems.push(`read ${contents?.count} of ${count}`);
  return { inputs, settings, isRefused, problems, things: contents?.things ?? [] };
}

/** Returns the problems of the files of a run in all slots that take them. No other tool is run. */
export function unreadFiles({ files }: TestRun, { ports }: { ports: OutputPort[] }): string[] {
  return ports.flatMap((port) => {
    const file = files.find((one) => one.port === port.id);
    if (!file) return [];
    return takersOf(port).flatMap((taker) =>
      readBy(taker, port, file.text).problems.map((problem) => `${port.id} in ${nameOf(taker)}: ${problem}`),
    );
  });
}

/** Returns the file as often as the slot needs it, and what the other slots need; of the same kind where they take it. */
function inputsOf({ contract, slot }: Taker, { kind, format }: OutputPort, text: string, long: LongTexts) {
  const given = Array.from({ length: Math.max(1, slot.min) }, (_, n) => ({
    ...textOf(slot.id, kind!, format, text),
    id: `from_${n}`,
  }));
  const sound = soundInputs(contract, long);
  const needed = [...neededSlots(contract), ...contract.slots.filter(({ defaultKind }) => defaultKind === 'box')];
  const others = needed.filter(({ id }) => id !== slot.id);
  const beside = others.flatMap(({ id, acceptedKinds }) =>
    kind === 'dna' && acceptedKinds.includes('dna') ? [dna(id)] : sound.filter(({ slotId }) => slotId === id),
  );
  return [...given, ...beside];
}
