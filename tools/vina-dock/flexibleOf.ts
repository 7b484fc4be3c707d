import type { Problem, Settings } from '../contract.ts';
import { atomLinesOf } from '../shared/ligands/pdbqt.ts';
import { quoted } from '../shared/problems.ts';
import { distance, type Vector } from '../shared/structure/vectors.ts';
import { type Place, readFlexible, unfitSideChain } from './flexible.ts';
import { type Box, isInside } from './readBox.ts';
import type { Receptor } from './readReceptor.ts';

/** A residue of the receptor, with its chain in the PDBQT. */
interface Known {
  name: string;
  place: Place;
  atoms: { name: string; point: Vector }[];
}

/**
 * Returns the side chains to move, by their places in the PDBQT of the receptor. Problems name the side chains that
 * cannot move, or that do not reach into the box.
 */
export function flexibleOf(
  receptor: Receptor,
  settings: Settings,
  box?: Box,
): { places: Place[]; problems: Problem[] } {
  const read = readFlexible(settings.flexible as string);
  const problem = (message: string) => ({ path: 'settings.flexible', message });
  if (typeof read === 'string') return { places: [], problems: [problem(read)] };
  if (read.length > 0 && settings.mode !== 'dock')
    return { places: [], problems: [problem(`side chains move in the mode dock only, not in ${settings.mode}`)] };
  const residues = read.length > 0 ? residuesOf(receptor) : [];
  const found = read.map((place) => ({ place, residue: findResidue(residues, receptor, place) }));
  const problems = found.flatMap(({ place, residue }) => {
    const unfit = residue ? unfitIn(residue, residues, box) : 'the receptor has no such residue';
    return unfit ? [problem(`${quoted(titleOf(place))}: ${unfit}`)] : [];
  });
  return { places: found.flatMap(({ residue }) => residue?.place ?? []), problems };
}

const titleOf = ({ chain, number, insertion }: Place): string => `${chain && `${chain}:`}${number}${insertion}`;

function residuesOf({ source }: Receptor): Known[] {
  if ('residues' in source)
    return source.residues.map(({ name, chain, number, insertion, atoms }) => ({
      ...{ name, place: { chain, number, insertion } },
      atoms: atoms.map((atom) => ({ name: atom.name, point: [atom.x, atom.y, atom.z] as const })),
    }));
  const lines = atomLinesOf(source.pdbqt).split('\n').filter(Boolean);
  return [...Map.groupBy(lines, (line) => line.slice(17, 27)).values()].map((own) => {
    const [first] = own as [string];
    const numbers = { number: Number(first.slice(22, 26)), insertion: first.slice(26, 27).trim() };
    return {
      ...{ name: first.slice(17, 20).trim(), place: { chain: first.slice(21, 22).trim(), ...numbers } },
      atoms: own.map((line) => ({
        name: line.slice(12, 16).trim(),
        point: [30, 38, 46].map((at) => Number(line.slice(at, at + 8))) as unknown as Vector,
      })),
    };
  });
}

function findResidue(residues: Known[], { source }: Receptor, wanted: Place): Known | undefined {
  const letter = 'letters' in source ? source.letters.get(wanted.chain) : wanted.chain;
  return residues.find(
    ({ place }) =>
      place.number === wanted.number &&
      place.insertion === wanted.insertion &&
      (wanted.chain === '' ? residues.every((one) => one.place.chain === place.chain) : place.chain === letter),
  );
}

/** Longest disulfide bond, in Å. Real bonds are 2.05 long. */
const DISULFIDE = 2.5;

function unfitIn(residue: Known, residues: Known[], box: Box | undefined): string | undefined {
  const { name, atoms } = residue;
  const unfit = unfitSideChain(
    name,
    atoms.map((atom) => atom.name),
  );
  if (unfit) return unfit;
  const sulfur = atoms.find((atom) => atom.name === 'SG');
  const others = residues.filter((one) => one !== residue).flatMap((one) => one.atoms);
  if (sulfur && others.some((atom) => atom.name === 'SG' && distance(atom.point, sulfur.point) < DISULFIDE))
    return 'it is bound to another cysteine';
  const sides = atoms.filter((atom) => !['N', 'CA', 'C', 'O'].includes(atom.name));
  return box && !sides.some(({ point }) => isInside(box, point)) ? 'its side chain is outside of the box' : undefined;
}
