import type { Check, Problem, ToolInput } from '../contract.ts';
import { readLigands } from '../shared/ligands/readLigands.ts';
import { readBareLigands } from './readBareLigands.ts';
import { ligands, structure, template } from './tool.ts';

export const check: Check = (inputs, settings) => {
  const molecules = readLigands(inputs, ligands);
  const structures = readBareLigands(inputs, settings);
  const problems = [
    ...missing(inputs),
    ...molecules.problems,
    ...structures.problems,
    ...readLigands(inputs, template).problems,
  ];
  const count = molecules.count + structures.records.reduce((sum, { found }) => sum + found.length, 0);
  return { problems, units: problems.length > 0 ? 0 : Math.max(1, Math.ceil(count / 1000)) };
};

/** Returns problems of slots that need each other. */
function missing(inputs: ToolInput[]): Problem[] {
  const has = ({ id }: { id: string }) => inputs.some(({ slotId }) => slotId === id);
  const problem = (message: string) => [{ path: 'input.inputs', message }];
  if (!has(ligands) && !has(structure))
    return problem("send molecules in the slot 'ligands', or a structure in the slot 'structure' with a template");
  if (has(structure) && !has(template))
    return problem(
      "the ligands of a structure have no bond orders: send the SMILES or an SDF of the ligand in the slot 'template'",
    );
  if (has(template) && !has(structure))
    return problem("a template is for the ligands of structures: send one in the slot 'structure'");
  return [];
}
