import { ToolError, type ToolInput } from '../contract.ts';
import { normalise } from '../shared/structure/normalise.ts';
import { readStructures } from '../shared/structure/readStructures.ts';
import { type Residue, residueName } from '../shared/structure/structure.ts';
import { writePdb } from '../shared/structure/writePdb.ts';
import { ensemble } from './tool.ts';

/**
 * The proteins of every model, normalised.
 *
 * @throws ToolError when a model has other atoms than the first.
 */
export function readModels(inputs: ToolInput[], count: number): Residue[][] {
  const models = Array.from({ length: count }, (_, i) => readModel(inputs, i + 1));
  const first = models[0]!.map(atomNames);
  for (const [i, model] of models.entries()) {
    const names = model.map(atomNames);
    const at = Array.from({ length: Math.max(first.length, names.length) }, (_, n) => n).find(
      (n) => names[n] !== first[n],
    );
    if (at === undefined) continue;
    const residue = model[at] ?? models[0]![at]!;
    throw new ToolError(
      `model ${i + 1} has other atoms than model 1, first at ${residueName(residue)}; all models need the same`,
    );
  }
  return models;
}

function readModel(inputs: ToolInput[], model: number): Residue[] {
  const { records, problems } = readStructures(inputs, ensemble, 'protein', { model });
  if (problems.length > 0) throw new ToolError(`model ${model}: ${problems[0]!.message}`);
  return normalise(records[0]!.structure)
    .chains.flatMap(({ polymer }) => polymer)
    .filter((residue) => residue.class === 'protein')
    .map((residue) => ({ ...residue, isHet: false }));
}

const atomNames = (residue: Residue) => `${residueName(residue)} ${residue.atoms.map(({ name }) => name).join()}`;

/** One PDB file of all models. */
export function writeModels(models: Residue[][]): string {
  const bodies = models.map((residues, i) => {
    const lines = writePdb(residues, { id: null }).split('\n');
    const atoms = lines.filter((line) => line.startsWith('ATOM') || line.startsWith('TER'));
    return [`MODEL     ${String(i + 1).padStart(4)}`, ...atoms, 'ENDMDL'].join('\n');
  });
  return `${[...bodies, 'END'].join('\n')}\n`;
}
