import type { Mol } from '@rdkit/rdkit';
import type { About } from '../about.ts';
import { type ReadOptions, withMol } from '../readMol.ts';
import { hasStereoGroups, stereoWarnings, type UndefinedStereo, undefinedStereo, writeSmiles } from '../stereo.ts';
import { Rejection, type Toolbox } from '../toolbox.ts';

export interface ConvertOptions extends ReadOptions {
  /** New coordinates in two dimensions, whether or not there are some. */
  flat: boolean;
}

export interface Converted extends About {
  /** Canonical; as CXSMILES where stereo groups are. */
  smiles: string;
  inchi: string | null;
  inchikey: string | null;
  undefinedStereo: UndefinedStereo | null;
  /** Where the molecule has no coordinates, RDKit adds some in two dimensions. Of version V3000 where V2000 cannot express it. */
  molfile: string;
}

export function convert(tools: Toolbox, text: string, { flat, ...options }: ConvertOptions): Converted {
  return withMol(tools, text, options, (mol, { warnings }) => {
    const smiles = writeSmiles(mol);
    if (flat) mol.set_new_coords();
    const inchi = mol.get_inchi() || null;
    const inchikey = inchi && (tools.rdkit.get_inchikey_for_inchi(inchi) || null);
    const stereo = undefinedStereo(mol);
    warnings.push(...stereoWarnings(mol, stereo));
    return { smiles, inchi, inchikey, undefinedStereo: stereo, molfile: sameMolfile(tools, mol, smiles) };
  });
}

/** A molfile that is read as the same molecule: V2000 has no stereo groups, and drawings can lose stereo. */
function sameMolfile(tools: Toolbox, mol: Mol, smiles: string): string {
  const attempts = hasStereoGroups(mol)
    ? [() => mol.get_v3Kmolblock()]
    : [() => mol.get_molblock(), () => mol.get_v3Kmolblock()];
  for (const write of attempts) {
    const molfile = write();
    const again = tools.rdkit.get_mol(molfile);
    const found = again && writeSmiles(again);
    again?.delete();
    if (found === smiles) return molfile;
  }
  throw new Rejection('no molfile of it is read as the same molecule');
}
