import { expect, it } from 'vitest';
import { type CatalogueEntry, tools } from '../../catalogue.ts';
import type { OutputPort, ToolContract, ToolInputSlot } from '../../contract.ts';
import { loadTool } from '../../loadTool.ts';
import { checkRequest } from '../../shared/checkRequest.ts';
import { exampleRequest } from '../../shared/example/exampleRequest.ts';
import { neededSlots } from '../../shared/example/neededSlots.ts';
import { missingPrograms } from '../../shared/native/probe.ts';
import { longTexts } from '../longTexts.ts';
import { quickSettings } from '../quickSettings.ts';
import { soundInputs } from '../soundInputs.ts';
import { describeWithPrograms, runNative } from '../testNative.ts';
import type { TestRun } from '../testRun.ts';
import { dna, type Example, further, settingsFor, textOf } from './examples.ts';
import { lostIn } from './lost.ts';
import { isDeclared } from './refusals.ts';
import { contentsOf, countIn } from './things.ts';

/** Tools whose run takes seconds: one file of each format is run, and the others go through check and reader. */
const slow = [
  ...['blast-search', 'mmseqs-search', 'mmseqs-cluster', 'antibody-number', 'vina-dock', 'structure-quality'],
  ...['protonate', 'structure-repair', 'normal-modes', 'gromacs-minimize', 'gromacs-md'],
  ...['conformer-generation', 'ligand-prepare', 'molecule-scores', 'molecule-standardize'],
];

/**
 * Runs every tool of some categories, and tries its files in every slot that takes such files. Tables are left out: each tool
 * has its own columns.
 */
export async function describePairs(...categories: string[]): Promise<void> {
  const tried = new Set<string>();
  for (const tool of tools.filter(({ contract }) => categories.includes(contract.category))) {
    const written = tool.contract.ports.filter(
      (port) => port.type === 'file' && port.kind !== 'table' && takersOf(port).length > 0,
    );
    if (written.length === 0) continue;
    const describe = await describeWithPrograms(tool.contract);
    describe(tool.contract.id, () => {
      const files = new Map<string, string>();
      const left: Example[] = [{}, ...(further[tool.contract.id] ?? [])];

      it.each(written)('writes $id, which tools that take it read whole', async (port) => {
        while (!files.has(port.id) && left.length > 0)
          for (const file of (await runOf(tool, left.shift()!)).files)
            if (!files.has(file.port)) files.set(file.port, file.text);
        expect([...files.keys()]).toContain(port.id);
        const wrong: string[] = [];
        for (const taker of takersOf(port)) {
          const problems = await problemsOf(taker, port, files.get(port.id)!, tried);
          wrong.push(...problems.map((problem) => `${nameOf(taker)}: ${problem}`));
        }
        expect(wrong).toEqual([]);
      });
    });
  }
}

async function runOf({ contract }: CatalogueEntry, { inputs, settings }: Example): Promise<TestRun> {
  const given = { ...exampleRequest(contract)?.settings, ...quickSettings[contract.id], ...settings };
  return runNative(await loadTool(contract.id), inputs ?? soundInputs(contract, await longTexts(contract)), given);
}

/** A slot that takes a file. */
interface Taker extends CatalogueEntry {
  slot: ToolInputSlot;
}

const nameOf = ({ contract, slot }: Taker): string => `${contract.id}.${slot.id}`;

function takersOf({ kind, format }: OutputPort): Taker[] {
  const takes = (slot: ToolInputSlot) =>
    kind && slot.acceptedKinds.includes(kind) && slot.acceptedFormats.includes(format);
  return tools.flatMap((tool) => tool.contract.slots.filter(takes).map((slot) => ({ ...tool, slot })));
}

/** Returns the problems of a file in a slot: an undeclared refusal, another count, a failure, or a lost name. */
async function problemsOf(taker: Taker, port: OutputPort, text: string, tried: Set<string>): Promise<string[]> {
  const { contract, check, slot } = taker;
  // Many tools write the same file.
  if (!addNew(tried, `${nameOf(taker)} ${port.kind} ${port.format} ${text}`)) return [];
  const inputs = await inputsOf(taker, port, text);
  const contents = contentsOf(slot, inputs[0]!);
  const settings = {
    ...exampleRequest(contract)?.settings,
    ...quickSettings[contract.id],
    ...settingsFor(contract.id, port),
    ...(nameOf(taker) === 'binding-box.structure' && { residues: [contents!.things[0]!.place] }),
  };
  const { problems } = checkRequest(contract, check, inputs, settings).verdict;
  if (problems.length > 0)
    return problems
      .filter(({ message }) => !isDeclared(nameOf(taker), message))
      .map(({ path, message }) => `${path}: ${message}`);
  const count = countIn(port.format, text);
  if (count !== contents?.count) return [`read ${contents?.count} of ${count}`];
  const skips = slow.includes(contract.id) && !addNew(tried, `${nameOf(taker)} ${port.kind} ${port.format}`);
  if (skips || !(await canRun(contract))) return [];
  try {
    const done = await runNative(await loadTool(contract.id), inputs, settings);
    return lostIn(nameOf(taker), contents?.things ?? [], done);
  } catch (error) {
    return [String(error)];
  }
}

const addNew = (set: Set<string>, key: string): boolean => set.size < set.add(key).size;

const canRun = async ({ requires }: ToolContract): Promise<boolean> =>
  Boolean(process.env.CI) || (await missingPrograms(requires)).length === 0;

/** Returns the file as often as the slot needs it, and what the other slots need; of the same kind where they take it. */
async function inputsOf({ contract, slot }: Taker, { kind, format }: OutputPort, text: string) {
  const given = Array.from({ length: Math.max(1, slot.min) }, (_, n) => ({
    ...textOf(slot.id, kind!, format, text),
    id: `from_${n}`,
  }));
  const sound = soundInputs(contract, await longTexts(contract));
  const needed = [...neededSlots(contract), ...contract.slots.filter(({ defaultKind }) => defaultKind === 'box')];
  const others = needed.filter(({ id }) => id !== slot.id);
  const beside = others.flatMap(({ id, acceptedKinds }) =>
    kind === 'dna' && acceptedKinds.includes('dna') ? [dna(id)] : sound.filter(({ slotId }) => slotId === id),
  );
  return [...given, ...beside];
}
