import type { Mol } from '@rdkit/rdkit';
import { withMol } from '../readMol.ts';
import type { Toolbox } from '../toolbox.ts';

export type FingerprintKind = 'morgan' | 'rdkit' | 'maccs' | 'atom_pair' | 'topological_torsion';

export interface FingerprintOptions {
  fingerprint: FingerprintKind;
  /** Of Morgan fingerprints. */
  radius: number;
  /** Of all but MACCS keys, which have 167. */
  bits: number;
}

export interface Fingerprint {
  smiles: string;
  bits: Uint8Array;
}

export function fingerprint(tools: Toolbox, text: string, options: FingerprintOptions): Fingerprint {
  return withMol(tools, text, {}, (mol) => ({ smiles: mol.get_smiles(), bits: compute(mol, options) }));
}

function compute(mol: Mol, { fingerprint, radius, bits: nBits }: FingerprintOptions): Uint8Array {
  const size = JSON.stringify({ nBits });
  switch (fingerprint) {
    case 'morgan':
      return mol.get_morgan_fp_as_uint8array(JSON.stringify({ radius, nBits }));
    case 'rdkit':
      return mol.get_rdkit_fp_as_uint8array(size);
    case 'maccs':
      return mol.get_maccs_fp_as_uint8array();
    case 'atom_pair':
      return mol.get_atom_pair_fp_as_uint8array(size);
    case 'topological_torsion':
      return mol.get_topological_torsion_fp_as_uint8array(size);
  }
}
