import type { RemovedFragment } from '../parent.ts';
import { type ReadOptions, withMol } from '../readMol.ts';
import type { Toolbox } from '../toolbox.ts';
import { molecularFormula } from './molecularFormula.ts';

export interface Description {
  smiles: string;
  /** With `parent`: what was left out. */
  removed: RemovedFragment[];
  heavyAtoms: number;
  /** Null for what InChI cannot express. */
  inchi: string | null;
  inchikey: string | null;
  formula: string;
  /** RDKit's 43 descriptors by name; those without a finite value are missing. */
  descriptors: Record<string, number>;
}

export function describe(tools: Toolbox, text: string, options: ReadOptions): Description {
  return withMol(tools, text, options, (mol, removed) => {
    const inchi = mol.get_inchi() || null;
    return {
      smiles: mol.get_smiles(),
      removed,
      heavyAtoms: mol.get_num_atoms(true),
      inchi,
      inchikey: inchi && (tools.rdkit.get_inchikey_for_inchi(inchi) || null),
      formula: molecularFormula(mol.get_json()),
      descriptors: parseDescriptors(mol.get_descriptors()),
    };
  });
}

/** RDKit writes doubles with 17 digits, and `nan` or `inf` where JSON has no number. */
export function parseDescriptors(json: string): Record<string, number> {
  const values: Record<string, number | null> = JSON.parse(json.replace(/:\s*-?(nan|inf(inity)?)/gi, ':null'));
  const finite = Object.entries(values).filter((entry): entry is [string, number] => Number.isFinite(entry[1]));
  return Object.fromEntries(finite.map(([name, value]) => [name, Number(value.toFixed(6))]));
}
