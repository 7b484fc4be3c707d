import type { Problem, Settings, ToolInput } from '../contract.ts';
import type { FromInput } from '../shared/readInputs.ts';
import { type Changes, normalise } from '../shared/structure/normalise.ts';
import { readStructures, type StructureRecord } from '../shared/structure/readStructures.ts';
import { selectionOf } from '../shared/structure/selection.ts';
import type { Residue } from '../shared/structure/structure.ts';
import { type BareLigand, bareLigands } from './bareLigands.ts';
import { structure as slot } from './tool.ts';

/** A structure with its ligands. */
export interface WithLigands extends StructureRecord {
  found: BareLigand[];
  changes: Changes;
  /** Residues that belong to no ligand: polymers, waters, metal ions. */
  others: Residue[];
}

/** Maximum number of atoms of the ligands of a structure. Every pair of these atoms is looked at. */
const MAX_ATOMS = 5_000;

/** Reads what the settings choose of the structures of a request, without hydrogens. */
export function readBareLigands(
  inputs: ToolInput[],
  settings: Settings,
): { records: FromInput<WithLigands>[]; problems: Problem[] } {
  const { records, problems } = readStructures(inputs, slot, 'atoms', {
    ...selectionOf(settings),
    writesPdb: false,
  });
  const read = records.map((record) => {
    const altloc = settings.altloc as string;
    const options = { keepHydrogens: false, mseToMet: false, chainIds: 'source', altloc } as const;
    const { chains, changes } = normalise(record.structure, options);
    const residues = chains.flatMap((chain) => chain.ligands);
    const atoms = residues.reduce((sum, residue) => sum + residue.atoms.length, 0);
    const found = atoms > MAX_ATOMS ? [] : bareLigands(residues);
    const message =
      atoms > MAX_ATOMS
        ? `the ligands of the structure have ${atoms} atoms, the limit is ${MAX_ATOMS}`
        : 'the structure has no ligand: it has only amino acids, nucleotides, waters and metal ions';
    if (found.length === 0) problems.push({ path: `${record.inputPath}.content`, message });
    const ofLigands = new Set(found.flatMap(({ residues }) => residues));
    const all = chains.flatMap(({ polymer, ligands, waters }) => [...polymer, ...ligands, ...waters]);
    return { ...record, found, changes, others: all.filter((residue) => !ofLigands.has(residue)) };
  });
  return { records: read, problems };
}
