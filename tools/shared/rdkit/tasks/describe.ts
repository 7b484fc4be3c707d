import type { About } from '../../moleculeTools.ts';
import { murckoScaffold } from '../murcko.ts';
import { readJson } from '../rdkitJson.ts';
import { type ReadOptions, withMol } from '../readMol.ts';
import { stereoWarnings, type UndefinedStereo, undefinedStereo, writeSmiles } from '../stereo.ts';
import type { Toolbox } from '../toolbox.ts';
import { isotopeFormula, molecularFormula } from './molecularFormula.ts';

export interface Description extends About {
  /** SMILES without extensions, for programs. */
  smiles: string;
  /** SMILES with stereo groups, if the molecule has some. */
  cxsmiles: string;
  heavyAtoms: number;
  /** Null when InChI cannot express the molecule. */
  inchi: string | null;
  inchikey: string | null;
  formula: string;
  /** Formula with isotopes, e.g. D2O; null if the molecule has none. */
  isotopeFormula: string | null;
  undefinedStereo: UndefinedStereo | null;
  /** Murcko scaffold; empty for a molecule without rings, null for one with dative bonds. */
  scaffold: string | null;
  /** RDKit's 43 descriptors by name. Descriptors without a finite value are missing. */
  descriptors: Record<string, number>;
}

export function describe(tools: Toolbox, text: string, options: ReadOptions): Description {
  return withMol(tools, text, options, (mol, { warnings }) => {
    const inchi = mol.get_inchi() || null;
    const stereo = undefinedStereo(mol);
    warnings.push(...stereoWarnings(mol, stereo));
    const { atoms } = readJson(mol);
    return {
      smiles: mol.get_smiles(),
      cxsmiles: writeSmiles(mol),
      heavyAtoms: mol.get_num_atoms(true),
      inchi,
      inchikey: inchi && (tools.rdkit.get_inchikey_for_inchi(inchi) || null),
      formula: molecularFormula(atoms),
      isotopeFormula: isotopeFormula(atoms),
      undefinedStereo: stereo,
      scaffold: murckoScaffold(tools, mol),
      descriptors: parseDescriptors(mol.get_descriptors()),
    };
  });
}

/** Parses descriptors. RDKit writes doubles with 17 digits, and `nan` or `inf`, which are not JSON. */
export function parseDescriptors(json: string): Record<string, number> {
  const values: Record<string, number | null> = JSON.parse(json.replace(/:\s*-?(nan|inf(inity)?)/gi, ':null'));
  const finite = Object.entries(values).filter((entry): entry is [string, number] => Number.isFinite(entry[1]));
  return Object.fromEntries(finite.map(([name, value]) => [name, Number(value.toFixed(6))]));
}
