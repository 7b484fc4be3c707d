import type { Mol } from '@rdkit/rdkit';
import type { About } from '../../moleculeTools.ts';
import { type ReadOptions, withMol } from '../readMol.ts';
import { hasStereoGroups, stereoWarnings, type UndefinedStereo, undefinedStereo, writeSmiles } from '../stereo.ts';
import { Rejection, type Toolbox } from '../toolbox.ts';

export interface ConvertOptions extends ReadOptions {
  /** Compute new 2D coordinates even if the molecule has coordinates. */
  flat: boolean;
  /** Write no molfile: some molecules have none. */
  withoutMolfile?: boolean;
  /** Write out all hydrogens, with coordinates if the molecule has coordinates. */
  addHydrogens?: boolean;
}

export interface Converted extends About {
  /** Canonical; as CXSMILES if the molecule has stereo groups. */
  smiles: string;
  inchi: string | null;
  inchikey: string | null;
  undefinedStereo: UndefinedStereo | null;
  /**
   * A molecule without coordinates gets 2D coordinates. The version is V3000 when V2000 cannot express the molecule.
   * Empty with the option `withoutMolfile`.
   */
  molfile: string;
}

export function convert(
  tools: Toolbox,
  text: string,
  { flat, addHydrogens = false, withoutMolfile = false, ...options }: ConvertOptions,
): Converted {
  return withMol(tools, text, options, (mol, { warnings }) => {
    if (addHydrogens) mol.add_hs_in_place();
    const smiles = writeSmiles(mol);
    const inchi = mol.get_inchi() || null;
    const inchikey = inchi && (tools.rdkit.get_inchikey_for_inchi(inchi) || null);
    const stereo = undefinedStereo(mol);
    warnings.push(...stereoWarnings(mol, stereo), ...inchiWarnings(smiles));
    if (withoutMolfile) return { smiles, inchi, inchikey, undefinedStereo: stereo, molfile: '' };
    // Draw the molecule only after InChI was computed: InChI would take undefined double bonds as drawn.
    const isDrawnHere = flat || mol.has_coords() === 0;
    if (isDrawnHere) mol.set_new_coords();
    return { smiles, inchi, inchikey, undefinedStereo: stereo, molfile: sameMolfile(tools, mol, smiles, isDrawnHere) };
  });
}

/**
 * Returns a molfile that RDKit reads back as the same molecule. V2000 has no stereo groups, and a drawing can lose
 * stereo, as for artemisinin. CoordGen draws bridged molecules in another way, so it is tried next.
 */
function sameMolfile(tools: Toolbox, mol: Mol, smiles: string, isDrawnHere: boolean): string {
  const v2000 = () => mol.get_molblock();
  const v3000 = () => mol.get_v3Kmolblock();
  const writers = hasStereoGroups(mol) ? [v3000] : [v2000, v3000];
  for (const withCoordGen of isDrawnHere ? [false, true] : [false]) {
    if (withCoordGen) mol.set_new_coords(true);
    for (const write of writers) {
      const molfile = write();
      const again = tools.rdkit.get_mol(molfile);
      const found = again && writeSmiles(again);
      again?.delete();
      if (found === smiles) return molfile;
    }
  }
  throw new Rejection(whyNoMolfile(smiles));
}

const ARRANGED = /@(SP|TB|OH)\d/;

/** What a SMILES can express and a molfile cannot. */
const onlyInSmiles: [mark: RegExp, what: string][] = [
  [/\$/, 'a quadruple bond'],
  [ARRANGED, 'how the neighbours of a square planar, trigonal bipyramidal or octahedral atom are arranged'],
];

function whyNoMolfile(smiles: string): string {
  const [plain] = smiles.split(' ', 1);
  const found = onlyInSmiles.filter(([mark]) => mark.test(plain!)).map(([, what]) => what);
  if (found.length === 0) return 'no molfile of it is read as the same molecule; SMILES keeps it';
  return `a molfile cannot express ${found.join(', or ')}; SMILES keeps it`;
}

const inchiWarnings = (smiles: string): string[] =>
  ARRANGED.test(smiles)
    ? ['InChI does not say how the neighbours of a square planar, trigonal bipyramidal or octahedral atom are arranged']
    : [];
