import type { Problem, ToolInput } from '../contract.ts';
import { isSolid, type LigandRecord, readLigands } from '../shared/ligands/readLigands.ts';
import type { FromInput } from '../shared/readInputs.ts';
import { normalise } from '../shared/structure/normalise.ts';
import { readStructures } from '../shared/structure/readStructures.ts';
import { isMetalIon } from '../shared/structure/residues.ts';
import { residueName } from '../shared/structure/structure.ts';
import { writePdb } from '../shared/structure/writePdb.ts';
import { reference as slot } from './tool.ts';

/** The ligand with which poses are compared. */
export type Reference = Omit<LigandRecord, 'format'> & { format: LigandRecord['format'] | 'PDB' };

/** Returns the only ligand of the slot, if there is one. */
export function readReference(inputs: ToolInput[]): { records: FromInput<Reference>[]; problems: Problem[] } {
  const isStructure = inputs.some(({ slotId, kind }) => slotId === slot.id && kind === 'structure');
  if (isStructure) return fromStructure(inputs);
  const { records, problems } = readLigands(inputs, slot);
  for (const record of records.filter((one) => !one.fault && !isSolid(one)))
    problems.push({
      path: `${record.inputPath}.content`,
      message: `line ${record.line}: the reference is flat: a drawing has no place in a receptor; send the ligand in its binding site`,
    });
  return { records, problems };
}

/** Reads the ligand of a structure. Structures have no bonds, so Open Babel finds them by their lengths. */
function fromStructure(inputs: ToolInput[]): ReturnType<typeof readReference> {
  const { records, problems } = readStructures(inputs, slot, 'atoms');
  const found = records.flatMap(({ structure, name, inputId, inputPath }) => {
    const { chains } = normalise(structure);
    const ligands = chains.flatMap((chain) => chain.ligands).filter((residue) => !isMetalIon(residue));
    const [ligand] = ligands;
    if (ligands.length === 1)
      return [
        {
          ...{ name, inputId, inputPath, line: 1, format: 'PDB' as const, text: writePdb(ligands, structure) },
          heavyAtoms: ligand!.atoms.length,
        },
      ];
    const names = ligands.slice(0, 10).map(residueName).join(', ');
    const message = `the file has ${ligands.length} ligands${names && ` (${names})`}, the reference is one: send it alone`;
    problems.push({ path: `${inputPath}.content`, message });
    return [];
  });
  return { records: found, problems };
}
