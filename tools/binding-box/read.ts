import type { Problem, Settings, ToolInput } from '../contract.ts';
import type { Notes } from '../shared/notes.ts';
import { quoted, TextProblems } from '../shared/problems.ts';
import { readSlot } from '../shared/readInputs.ts';
import { noteReading, noteResidues } from '../shared/structure/noteStructure.ts';
import { readStructures } from '../shared/structure/readStructures.ts';
import { atomsOf, isHydrogen, type Residue, residuesOf } from '../shared/structure/structure.ts';
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
  if (has(structureSlot.id)) return aroundResidues(inputs, wanted, notes);
  if (wanted.length > 0) return refuse('settings.residues', "residues are those of 'structure', which is not given");
  const isStructure = inputs.some(({ slotId, kind }) => slotId === ligandSlot.id && kind === 'structure');
  return isStructure ? aroundLigandFile(inputs, notes) : aroundMolecule(inputs);
}

/** Splits items into those for which `isSo` is true, and the others. */
function parted<T>(items: T[], isSo: (item: T) => boolean): [T[], T[]] {
  return [items.filter(isSo), items.filter((item) => !isSo(item))];
}

const refuse = (path: string, message: string) => ({ points: [], problems: [{ path, message }] });

const heavyPoints = (residues: Residue[]): Vector[] =>
  atomsOf(residues)
    .filter((atom) => !isHydrogen(atom))
    .map(pointOf);

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

function aroundLigandFile(inputs: ToolInput[], notes?: Notes) {
  const { records, problems } = readStructures(inputs, ligandSlot, 'atoms');
  const points: Vector[] = [];
  for (const record of records) {
    const { structure, inputPath } = record;
    const [waters, residues] = parted(residuesOf(structure), (residue) => residue.class === 'water');
    if (notes) {
      noteReading(notes, record);
      noteResidues(notes, record, waters, 'no part of the ligand');
    }
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

function aroundResidues(inputs: ToolInput[], wanted: string[], notes?: Notes) {
  if (wanted.length === 0)
    return refuse('settings.residues', "name the residues of 'structure' to put the box around, as A:315 or A:STI");
  const { records, problems } = readStructures(inputs, structureSlot, 'atoms');
  const chosen = new Set<Residue>();
  for (const record of records) {
    const residues = residuesOf(record.structure);
    if (notes) noteReading(notes, record);
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
