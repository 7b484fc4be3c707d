import type { Mol } from '@rdkit/rdkit';
import type { About } from '../../moleculeTools.ts';
import { type ReadOptions, withMol } from '../readMol.ts';
import { writeSmiles } from '../stereo.ts';
import type { Toolbox } from '../toolbox.ts';

export type FingerprintKind = 'morgan' | 'rdkit' | 'maccs' | 'atom_pair' | 'topological_torsion';

export interface FingerprintOptions extends Pick<ReadOptions, 'parent'> {
  fingerprint: FingerprintKind;
  /** Radius of Morgan fingerprints. */
  radius: number;
  /** Number of bits. Does not apply to MACCS keys, which have 167. */
  bits: number;
  /**
   * Encode how often each feature occurs, with four bits per feature. Null means RDKit's default. Does not apply to
   * MACCS keys.
   */
  counts: boolean | null;
  /** Whether mirror images differ. Applies to Morgan fingerprints and topological torsions. */
  chirality: boolean;
}

export interface Fingerprint extends About {
  smiles: string;
  bits: Uint8Array;
}

export function fingerprint(tools: Toolbox, text: string, options: FingerprintOptions): Fingerprint {
  return withMol(tools, text, { parent: options.parent ?? false }, (mol) => ({
    smiles: writeSmiles(mol),
    bits: compute(mol, options),
  }));
}

function compute(mol: Mol, { fingerprint, radius, bits: nBits, counts, chirality }: FingerprintOptions): Uint8Array {
  const options = { nBits, ...(counts !== null && { useCountSimulation: counts }) };
  const withChirality = { ...options, ...(chirality && { useChirality: true }) };
  switch (fingerprint) {
    case 'morgan':
      return mol.get_morgan_fp_as_uint8array(JSON.stringify({ radius, ...withChirality }));
    case 'rdkit':
      return mol.get_rdkit_fp_as_uint8array(JSON.stringify(options));
    case 'maccs':
      return mol.get_maccs_fp_as_uint8array();
    case 'atom_pair':
      return mol.get_atom_pair_fp_as_uint8array(JSON.stringify(options));
    case 'topological_torsion':
      return mol.get_topological_torsion_fp_as_uint8array(JSON.stringify(withChirality));
  }
}
