import { withMol } from '../readMol.ts';
import type { Toolbox } from '../toolbox.ts';

export interface ConvertOptions {
  keepHydrogens: boolean;
  /** New coordinates in two dimensions, whether or not there are some. */
  flat: boolean;
}

export interface Converted {
  smiles: string;
  inchi: string | null;
  inchikey: string | null;
  /** Where the molecule has no coordinates, RDKit adds some in two dimensions. */
  molfile: string;
}

export function convert(tools: Toolbox, text: string, { keepHydrogens, flat }: ConvertOptions): Converted {
  return withMol(tools, text, { keepHydrogens }, (mol) => {
    if (flat) mol.set_new_coords();
    const inchi = mol.get_inchi() || null;
    const inchikey = inchi && (tools.rdkit.get_inchikey_for_inchi(inchi) || null);
    return { smiles: mol.get_smiles(), inchi, inchikey, molfile: mol.get_molblock() };
  });
}
