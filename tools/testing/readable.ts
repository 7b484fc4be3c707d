import { expect } from 'vitest';
import { type CatalogueEntry, tools } from '../catalogue.ts';
import type { OutputPort, ToolInputSlot } from '../contract.ts';
import { checkRequest } from '../shared/checkRequest.ts';
import { neededSlots } from '../shared/example/neededSlots.ts';
import { readAlignment, readMolecules, readSequences } from '../shared/readInputs.ts';
import { readStructures } from '../shared/structure/readStructures.ts';
import { atomsOf, residuesOf } from '../shared/structure/structure.ts';
import { longTexts } from './longTexts.ts';
import { soundInputs } from './soundInputs.ts';
import type { TestRun } from './testRun.ts';

/** Refusals of a file that was read well: it has too little or too much for the tool, or is another thing than the slot is for. */
const understood = [
  /needs at least|at least \d+ (are|must|rows|sequences)|must have at least|no sequence of \d+ residues or more|an interface needs 2/,
  /more than \d+ (records|molecules|rows)|the limit is \d+/,
  /send the ligand alone|several ligands or models; send one|the reference is one|a drawing has no place/,
  /amino acids have the backbone atoms|has CA atoms only/,
  // The example superposes one structure on itself, and some tools compute with all chains together.
  /chains lie on each other: send one of them/,
  // A table of clans is one kind of table.
  /expected an accession, a clan/,
  // The other slots have proteins, or the settings ask for them.
  /takes (queries|a database) of kind|cannot be aligned with/,
  // A file that has only proteins, for a tool of nucleotides or ligands.
  /letters that are not codes of nucleotides|the structure has no ligand: it has only/,
];

/** Every file that a tool writes is read by every tool that says it takes such files, with as much in it. */
export async function expectReadable(run: TestRun, { contract }: CatalogueEntry): Promise<void> {
  const wrong: string[] = [];
  for (const port of contract.ports) {
    const file = run.files.find((one) => one.port === port.id);
    if (!file || !port.kind) continue;
    for (const next of tools)
      for (const slot of next.contract.slots) {
        if (!slot.acceptedKinds.includes(port.kind) || !slot.acceptedFormats.includes(port.format)) continue;
        const pair = `${contract.id} ${port.id} → ${next.contract.id} ${slot.id}`;
        const said = await problemsOf(next, slot, port, file.text);
        wrong.push(...said.map((message) => `${pair}: ${message}`));
        if (said.length === 0) expect(countRead(slot, port, file.text), pair).toBe(countIn(port, file.text));
      }
  }
  expect(wrong).toEqual([]);
}

const inputOf = ({ id }: ToolInputSlot, { kind, format }: OutputPort, text: string, n = 0) => ({
  ...{ id: `from_${n}`, slotId: id, kind: kind!, format, text },
});

async function problemsOf(next: CatalogueEntry, slot: ToolInputSlot, port: OutputPort, text: string) {
  const sound = soundInputs(next.contract, await longTexts(next.contract));
  const given = Array.from({ length: Math.max(1, slot.min) }, (_, n) => inputOf(slot, port, text, n));
  const needed = neededSlots(next.contract).flatMap(({ id }) => (id === slot.id ? [] : id));
  const inputs = [...given, ...sound.filter(({ slotId }) => needed.includes(slotId))];
  const { problems } = checkRequest(next.contract, next.check, inputs, {}).verdict;
  // What the settings or other slots lack has no place among these.
  const paths = given.map((_, n) => `input.inputs[${n}].`);
  const about = problems.filter(({ path }) => paths.some((one) => path.startsWith(one)));
  return about.map(({ message }) => message).filter((said) => !understood.some((pattern) => pattern.test(said)));
}

/** What stands in a file, counted by its marks alone: records, or atoms of the first model. Undefined for other formats. */
function countIn({ format }: OutputPort, text: string): number | undefined {
  const marks: Record<string, RegExp> = { FASTA: /^>/gm, AFA: /^>/gm, SDF: /^\$\$\$\$/gm, SMILES: /^\S+/gm };
  if (format === 'PDB') return text.split(/^ENDMDL/m)[0]!.match(/^(ATOM {2}|HETATM)/gm)?.length;
  return marks[format] && text.match(marks[format])?.length;
}

function countRead(slot: ToolInputSlot, port: OutputPort, text: string): number | undefined {
  const roomy = { ...slot, capabilities: { ...slot.capabilities, records: { min: 0, max: 100_000 } } };
  const inputs = [inputOf(slot, port, text)];
  if (port.format === 'PDB') {
    const [found] = readStructures(inputs, roomy, 'atoms').records;
    return found && atomsOf(residuesOf(found.structure)).length;
  }
  if (port.format === 'FASTA') return readSequences(inputs, roomy).records.length;
  if (port.format === 'AFA') return readAlignment(inputs, roomy).records.length;
  if (port.format === 'SDF' || port.format === 'SMILES') return readMolecules(inputs, roomy).records.length;
  return undefined;
}
