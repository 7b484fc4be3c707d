import type { Problem, Settings, ToolInput } from '../contract.ts';
import type { Notes } from '../shared/notes.ts';
import { quoted, TextProblems } from '../shared/problems.ts';
import { readSlot } from '../shared/readInputs.ts';
import { type NormalisedChain, normalise } from '../shared/structure/normalise.ts';
import { noteChanges, noteReading, noteResidues } from '../shared/structure/noteStructure.ts';
import { readStructures, type StructureRecord } from '../shared/structure/readStructures.ts';
import { selectionOf } from '../shared/structure/selection.ts';
import { atomsOf, type Residue } from '../shared/structure/structure.ts';
import { pointOf, type Vector } from '../shared/structure/vectors.ts';
import { readLigand } from './ligandPoints.ts';
import { ligand as ligandSlot, structure as structureSlot } from './tool.ts';

const MAX_LINE = 100_000;

/**
 * Returns the points that the box is put around; none while a saved file has not been read. With `notes`, unused parts
 * of the input are noted.
 */
export function readPoints(
  inputs: ToolInput[],
  settings: Settings,
  notes?: Notes,
): { points: Vector[]; problems: Problem[] } {
  const has = (id: string) => inputs.some(({ slotId }) => slotId === id);
  if (has(ligandSlot.id) === has(structureSlot.id))
    return refuse('input.inputs', "give either 'ligand' or 'structure', one of the two");
  const wanted = settings.residues as string[];
  if (has(structureSlot.id)) return aroundResidues(inputs, settings, notes);
  if (wanted.length > 0) return refuse('settings.residues', "residues are those of 'structure', which is not given");
  const isStructure = inputs.some(({ slotId, kind }) => slotId === ligandSlot.id && kind === 'structure');
  return isStructure ? aroundLigandFile(inputs, settings, notes) : aroundMolecule(inputs);
}

/** Splits items into those for which `isSo` is true, and the others. */
function parted<T>(items: T[], isSo: (item: T) => boolean): [T[], T[]] {
  return [items.filter(isSo), items.filter((item) => !isSo(item))];
}

const refuse = (path: string, message: string) => ({ points: [], problems: [{ path, message }] });

const heavyPoints = (residues: Residue[]): Vector[] => atomsOf(residues).map(pointOf);

/** Returns the residues of the model with one location of each heavy atom. With `notes`, the others are noted. */
function residuesOfModel(
  record: StructureRecord & { inputId: string },
  { altloc }: Settings,
  notes?: Notes,
): Residue[] {
  const options = { keepHydrogens: false, mseToMet: false, chainIds: 'source', altloc: altloc as string } as const;
  const { chains, changes } = normalise(record.structure, options);
  if (notes) {
    noteReading(notes, record);
    noteChanges(notes, record, { ...changes, hydrogens: 0 });
  }
  return chains.flatMap(({ polymer, ligands, waters }: NormalisedChain) => [...polymer, ...ligands, ...waters]);
}

function aroundMolecule(inputs: ToolInput[]) {
  const { records, problems } = readSlot(inputs, ligandSlot, MAX_LINE, (input, text) => {
    const found = new TextProblems();
    const points = readLigand(text, input.format, found).filter((atom) => !atom.isHydrogen);
    const max = ligandSlot.capabilities.maxHeavyAtoms as number;
    if (points.length > max) found.add(`the ligand has ${points.length} heavy atoms, the limit is ${max}`);
    else if (points.length === 0 && found.messages.length === 0) found.add('the ligand has no heavy atoms');
    else if (points.length > 2 && points.every(({ point }) => point[2] === 0))
      found.add(
        'the ligand is flat, with z = 0 everywhere: a drawing has no place in a receptor; send the ligand in its binding site',
      );
    return { records: [{ points: points.map(({ point }) => point) }], problems: found };
  });
  return { points: records.flatMap(({ points }) => points), problems };
}

function aroundLigandFile(inputs: ToolInput[], settings: Settings, notes?: Notes) {
  const { records, problems } = readStructures(inputs, ligandSlot, 'atoms', selectionOf({ model: settings.model }));
  const points: Vector[] = [];
  for (const record of records) {
    const { inputPath } = record;
    const all = residuesOfModel(record, settings, notes);
    const [waters, residues] = parted(all, (residue) => residue.class === 'water');
    if (notes) noteResidues(notes, record, waters, 'no part of the ligand');
    if (residues.some((residue) => residue.class !== 'ligand'))
      problems.push({
        path: `${inputPath}.content`,
        message: "the file has a protein or nucleic acid; send the ligand alone, or use 'structure' with 'residues'",
      });
    else points.push(...heavyPoints(residues));
  }
  if (records.length > 0 && points.length === 0 && problems.length === 0)
    problems.push({ path: `${records[0]!.inputPath}.content`, message: 'the ligand has no heavy atoms' });
  return { points, problems };
}

function aroundResidues(inputs: ToolInput[], settings: Settings, notes?: Notes) {
  const wanted = settings.residues as string[];
  if (wanted.length === 0)
    return refuse('settings.residues', "name the residues of 'structure' to put the box around, as A:315 or A:STI");
  const { records, problems } = readStructures(inputs, structureSlot, 'atoms', selectionOf({ model: settings.model }));
  const chosen = new Set<Residue>();
  for (const record of records) {
    const residues = residuesOfModel(record, settings, notes);
    for (const [i, name] of wanted.entries()) {
      const found = residues.filter((residue) => namesOf(residue).includes(name.toUpperCase()));
      for (const residue of found) chosen.add(residue);
      if (found.length === 0)
        problems.push({ path: `settings.residues[${i}]`, message: `the structure has no residue ${quoted(name)}` });
    }
  }
  return { points: heavyPoints([...chosen]), problems };
}

const namesOf = ({ chain, number, insertion, name }: Residue): string[] =>
  [`${chain}:${number}${insertion}`, `${chain}:${name}`].map((text) => text.toUpperCase());
