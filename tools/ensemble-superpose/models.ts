import { type Settings, ToolError, type ToolRun } from '../contract.ts';
import { asProgramsKnow } from '../shared/native/programResidues.ts';
import { inOrderOfFirst, readEachModel } from '../shared/structure/models.ts';
import { type Changes, normalise } from '../shared/structure/normalise.ts';
import { atomsOf, type Residue, type Structure } from '../shared/structure/structure.ts';
import { distance, pointOf, type Vector } from '../shared/structure/vectors.ts';
import { ensemble } from './tool.ts';

/** A model as in its file. Chain ids are letters, as in PDB files. */
export interface Model {
  residues: Residue[];
  unused: Residue[];
  changes: Changes;
}

/**
 * Returns the proteins of every model, normalised.
 *
 * @throws ToolError when a model has other atoms than the first.
 */
export function readModels(inputs: ToolRun['inputs'], count: number, settings: Settings = {}): Model[] {
  const read = readEachModel(inputs[0]!, ensemble, settings, count).map((model) => proteinsOf(model, settings));
  const ordered = inOrderOfFirst(read.map(({ residues }) => residues));
  const models = read.map((model, i) => ({ ...model, residues: ordered[i]! }));
  const [shape, ...others] = models.map(({ residues }) => shapeOf(residues));
  const isSame = (other: number[]) => other.every((value, i) => Math.abs(value - shape![i]!) < SAME);
  if (others.every(isSame)) throw new ToolError(NOTHING_TO_SUPERPOSE);
  return models;
}

/** Å, twice the last decimal of a PDB file. */
const SAME = 0.002;

/** Returns the distances of the atoms from their middle and from three of them, which do not change when all are moved or turned. */
function shapeOf(residues: Residue[]): number[] {
  const points = atomsOf(residues).map(pointOf);
  const middle = [0, 1, 2].map((axis) => points.reduce((sum, point) => sum + point[axis]!, 0) / points.length);
  const [half, last] = [points.length >> 1, points.length - 1];
  const marks = [middle as unknown as Vector, ...[0, half, last].map((i) => points[i]!)];
  return marks.flatMap((from) => points.map((point) => distance(point, from)));
}

/** THESEUS aborts when all models are alike after the superposition. */
export const NOTHING_TO_SUPERPOSE =
  'all models have the same coordinates, but for place and turn: there is nothing to superpose';

export function proteinsOf(structure: Structure, settings: Settings): Model {
  const { altloc } = settings;
  const how = { keepHydrogens: false, mseToMet: false, ...(typeof altloc === 'string' && { altloc }) };
  const { chains, changes } = normalise(structure, how);
  const isProtein = (residue: Residue) => residue.class === 'protein';
  const residues = chains.flatMap(({ polymer }) => polymer).filter(isProtein);
  const unused = chains.flatMap(({ polymer, ligands, waters }) => [
    ...polymer.filter((residue) => !isProtein(residue)),
    ...ligands,
    ...waters,
  ]);
  return { residues: residues.map((residue) => ({ ...residue, isHet: false })), unused, changes };
}

/** Returns residues as THESEUS needs them: standard names and numbers from 1, because it compares models by both. */
export const forTheseus = (residues: Residue[]): Residue[] =>
  residues.map((residue, i) => ({ ...asProgramsKnow(residue, 'names'), number: i + 1, insertion: '' }));
