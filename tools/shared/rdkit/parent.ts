import type { Mol } from '@rdkit/rdkit';
import { symbols } from '../elements.ts';
import type { About, RemovedFragment } from '../moleculeTools.ts';
import { disconnectSalts } from './disconnect.ts';
import { makesComplexes } from './metals.ts';
import { readJson } from './rdkitJson.ts';
import { saltFormers } from './saltFormers.ts';
import type { Toolbox } from './toolbox.ts';

interface Fragment {
  mol: Mol;
  smiles: string;
  elements: number[];
  heavyAtoms: number;
  name: string | null;
  isOrganic: boolean;
}

/**
 * Fragments with carbon that count as inorganic: carbonic acid, hydrogen cyanide and cyanide, (iso)thiocyanic and
 * (iso)cyanic acid, carbon dioxide, carbon monoxide.
 */
const mineralCarbon = new Set([
  ...['BVKZGUZCCUSVTD', 'LELOWRISYMNNSU', 'XFXPMWWXUTWYJX', 'ZMZDMBWJUHKJPS', 'GRHBQAYDJPGGLF', 'ZBKFYXZXZJPWNQ'],
  ...['XLJMAIOERFSOGZ', 'OWIKHYCFFJSOEH', 'CURLTUGMZLYLDI', 'UGFAIRIUMAVXCW'],
]);

/**
 * Returns the parent molecule of a salt, solvate or mixture: the largest fragment with carbon that is not a known salt
 * former or solvent. If all fragments with carbon are known ones, the largest of these is the parent.
 *
 * Returns undefined when the whole is the molecule: it has one fragment, no fragment has carbon (NaCl), or a metal
 * makes complexes with the fragments (ferrocene drawn as ions). `about` gets the removed fragments, or the warning that
 * all are kept because of a metal. The caller deletes the parent.
 */
export function findParent(tools: Toolbox, whole: Mol, about: About): Mol | undefined {
  const ions = disconnectSalts(tools, whole);
  const fragments = (ions ?? whole).get_smiles().includes('.') ? fragmentsOf(tools, ions ?? whole) : [];
  ions?.delete();
  const metal = fragments.flatMap(({ elements }) => elements).find(makesComplexes);
  if (metal !== undefined) about.warnings.push(`all fragments are kept: ${symbols[metal]} makes complexes with them`);
  const organic = fragments.filter(({ isOrganic }) => isOrganic);
  const drugs = organic.filter(({ name }) => name === null);
  const [best] = [...(drugs.length > 0 ? drugs : organic)].sort(bySize);
  const isWhole = !best || metal !== undefined;
  for (const one of fragments) if (isWhole || one !== best) one.mol.delete();
  if (isWhole) return undefined;
  const rest = fragments.filter((one) => one !== best);
  const removed = rest.map((one) => ({ smiles: one.smiles, name: one.name, why: whyRemoved(one, best) }));
  about.removed = removed.sort((a, b) => (a.smiles < b.smiles ? -1 : 1));
  return best.mol;
}

function whyRemoved(one: Fragment, best: Fragment): RemovedFragment['why'] {
  if (one.smiles === best.smiles) return 'second copy of the molecule';
  return one.isOrganic && one.name === null ? 'smaller fragment' : 'salt former or solvent';
}

/** Orders fragments by size, independently of the order in which they are written. */
function bySize(a: Fragment, b: Fragment): number {
  const sum = ({ elements }: Fragment) => elements.reduce((all, z) => all + z, 0);
  return b.heavyAtoms - a.heavyAtoms || sum(b) - sum(a) || (a.smiles < b.smiles ? -1 : 1);
}

function fragmentsOf({ rdkit }: Toolbox, whole: Mol): Fragment[] {
  const { molList } = whole.get_frags() as { molList: ReturnType<typeof rdkit.get_mols_from_png_blob> };
  const fragments: Fragment[] = [];
  for (let i = 0; i < molList!.size(); i++) fragments.push(look(rdkit, molList!.at(i)!));
  molList!.delete();
  return fragments;
}

function look(rdkit: Toolbox['rdkit'], mol: Mol): Fragment {
  const elements = readJson(mol).atoms.map(({ z }) => z);
  const inchi = mol.get_inchi();
  const block = inchi === '' ? '' : rdkit.get_inchikey_for_inchi(inchi).slice(0, 14);
  const isOrganic = elements.includes(6) && !mineralCarbon.has(block);
  const name = saltFormers.get(block) ?? null;
  return { mol, smiles: mol.get_smiles(), elements, heavyAtoms: mol.get_num_atoms(true), name, isOrganic };
}
