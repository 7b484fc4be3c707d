import type { MainModule, Mol } from '@rdkit/rdkit';
import { heavyAtomsOfSmiles, MAX_HEAVY_ATOMS } from '../molecules.ts';
import { molecularFormula } from './molecularFormula.ts';

export interface DescribeOptions {
  /** Describe only the largest fragment of a salt or a mixture. */
  largestFragment: boolean;
}

export interface Description {
  smiles: string;
  heavyAtoms: number;
  /** Null for what InChI cannot express. */
  inchi: string | null;
  inchikey: string | null;
  formula: string;
  /** RDKit's 43 descriptors by name; those without a finite value are missing. */
  descriptors: Record<string, number>;
}

/** The molecule is invalid; RDKit still works. */
export class Rejection extends Error {}

/** Runs in the worker thread. `text` is a SMILES or a molfile. */
export function describe(rdkit: MainModule, log: () => string, text: string, options: DescribeOptions): Description {
  const mol = parse(rdkit, log, text);
  try {
    const smiles = mol.get_smiles();
    // RDKit never writes a ring closure across a dot, so its fragments are molecules of their own.
    const fragments = options.largestFragment ? smiles.split('.') : [];
    if (fragments.length > 1) return describe(rdkit, log, largest(fragments), options);
    const heavyAtoms = mol.get_num_atoms(true);
    if (heavyAtoms === 0) throw new Rejection('the molecule has no heavy atom');
    if (heavyAtoms > MAX_HEAVY_ATOMS) throw new Rejection(`${heavyAtoms} heavy atoms, the limit is ${MAX_HEAVY_ATOMS}`);
    const inchi = mol.get_inchi() || null;
    return {
      smiles,
      heavyAtoms,
      inchi,
      inchikey: inchi && (rdkit.get_inchikey_for_inchi(inchi) || null),
      formula: molecularFormula(mol.get_json()),
      descriptors: parseDescriptors(mol.get_descriptors()),
    };
  } finally {
    mol.delete();
  }
}

function parse(rdkit: MainModule, log: () => string, text: string): Mol {
  const mol = rdkit.get_mol(text);
  if (mol) return mol;
  // Only the first line, without its timestamp: the rest marks the position with an arrow.
  const [reason] = log().split('\n');
  throw new Rejection(reason!.replace(/^\[[\d:]+\] */, '').replace(/\s+/g, ' ') || 'RDKit cannot read this molecule');
}

function largest(fragments: string[]): string {
  return fragments.reduce((best, next) => (heavyAtomsOfSmiles(next) > heavyAtomsOfSmiles(best) ? next : best));
}

/** RDKit writes doubles with 17 digits, and `nan` or `inf` where JSON has no number. */
function parseDescriptors(json: string): Record<string, number> {
  const values: Record<string, number | null> = JSON.parse(json.replace(/:\s*-?(nan|inf(inity)?)/gi, ':null'));
  const finite = Object.entries(values).filter((entry): entry is [string, number] => Number.isFinite(entry[1]));
  return Object.fromEntries(finite.map(([name, value]) => [name, Number(value.toFixed(6))]));
}
