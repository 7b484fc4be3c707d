import { type Settings, ToolError, type ToolInput } from '../contract.ts';
import { asProgramsKnow } from '../shared/native/programResidues.ts';
import { type Changes, normalise } from '../shared/structure/normalise.ts';
import { readStructures } from '../shared/structure/readStructures.ts';
import { selectionOf } from '../shared/structure/selection.ts';
import { atomsOf, type Residue, residueName } from '../shared/structure/structure.ts';
import { pointOf } from '../shared/structure/vectors.ts';
import { writePdb } from '../shared/structure/writePdb.ts';
import { ensemble } from './tool.ts';

/** A model, as its file has it: the letters of its chains are those of PDB files. */
export interface Model {
  residues: Residue[];
  unused: Residue[];
  changes: Changes;
}

/**
 * The proteins of every model, normalised.
 *
 * @throws ToolError when a model has other atoms than the first.
 */
export function readModels(inputs: ToolInput[], count: number, settings: Settings = {}): Model[] {
  const models = Array.from({ length: count }, (_, i) => readModel(inputs, i + 1, settings));
  const first = models[0]!.residues.map(atomNames);
  for (const [i, { residues }] of models.entries()) {
    const names = residues.map(atomNames);
    const at = Array.from({ length: Math.max(first.length, names.length) }, (_, n) => n).find(
      (n) => names[n] !== first[n],
    );
    if (at === undefined) continue;
    const residue = residues[at] ?? models[0]!.residues[at]!;
    throw new ToolError(
      `model ${i + 1} has other atoms than model 1, first at ${residueName(residue)}; all models need the same`,
    );
  }
  const [places, ...others] = models.map(({ residues }) => JSON.stringify(atomsOf(residues).map(pointOf)));
  // THESEUS aborts at them.
  if (others.every((other) => other === places))
    throw new ToolError('all models have the same coordinates: there is nothing to superpose');
  return models;
}

function readModel(inputs: ToolInput[], model: number, settings: Settings): Model {
  const { records, problems } = readStructures(inputs, ensemble, 'protein', { ...selectionOf(settings), model });
  if (problems.length > 0) throw new ToolError(`model ${model}: ${problems[0]!.message}`);
  const { altloc } = settings;
  const how = { keepHydrogens: false, mseToMet: false, ...(typeof altloc === 'string' && { altloc }) };
  const { chains, changes } = normalise(records[0]!.structure, how);
  const isProtein = (residue: Residue) => residue.class === 'protein';
  const residues = chains.flatMap(({ polymer }) => polymer).filter(isProtein);
  const unused = chains.flatMap(({ polymer, ligands, waters }) => [
    ...polymer.filter((residue) => !isProtein(residue)),
    ...ligands,
    ...waters,
  ]);
  return { residues: residues.map((residue) => ({ ...residue, isHet: false })), unused, changes };
}

const atomNames = (residue: Residue) => `${residueName(residue)} ${residue.atoms.map(({ name }) => name).join()}`;

/** One PDB file of all models. */
export function writeModels(models: Residue[][]): string {
  const bodies = models.map((residues, i) => {
    const lines = writePdb(residues, { id: null, hybrid36: true }).split('\n');
    const atoms = lines.filter((line) => /^(ATOM|HETATM|TER)/.test(line));
    return [`MODEL     ${String(i + 1).padStart(4)}`, ...atoms, 'ENDMDL'].join('\n');
  });
  return `${[...bodies, 'END'].join('\n')}\n`;
}

/** Residues as THESEUS knows them: standard names, counted from 1, for it compares models by both. */
export const forTheseus = (residues: Residue[]): Residue[] =>
  residues.map((residue, i) => ({ ...asProgramsKnow(residue, 'names'), number: i + 1, insertion: '' }));
