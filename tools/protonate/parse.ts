import { ToolError } from '../contract.ts';

/** One line of PROPKA's summary. */
export interface TitratableGroup {
  /** Name of the residue. `N+` and `C-` are the ends of chains. */
  group: string;
  residue: number;
  chain: string;
  pka: number;
  model_pka: number;
}

export interface Charge {
  ph: number;
  unfolded: number;
  folded: number;
}

/**
 * Parses the file that PROPKA writes: rows such as `   ASP  21 A     3.36       3.80`, the charge by pH, and the
 * isoelectric points. The file has no isoelectric points if there are too few titratable groups.
 *
 * @throws ToolError when there is no summary.
 */
export function parsePropka(text: string): {
  groups: TitratableGroup[];
  charges: Charge[];
  pi_folded: number | null;
  pi_unfolded: number | null;
} {
  const at = text.indexOf('SUMMARY OF THIS PREDICTION');
  if (at === -1) throw new ToolError('propka3 gave no summary');
  const line = /^ {3}([A-Z0-9+-]{2,3}) +(-?\d+) (\S) +(-?[\d.]+)\*? +(-?[\d.]+)/gm;
  const rows = [...text.slice(at).matchAll(line)];
  const groups = rows.map(([, group, residue, chain, pka, model]) => ({
    group: group!,
    residue: Number(residue),
    chain: chain!,
    pka: Number(pka),
    model_pka: Number(model),
  }));
  const [, folded, unfolded] = /The pI is +(-?[\d.]+) \(folded\) and +(-?[\d.]+) \(unfolded\)/.exec(text) ?? [];
  const numberOf = (value: string | undefined) => (value === undefined ? null : Number(value));
  const pi = { pi_folded: numberOf(folded), pi_unfolded: numberOf(unfolded) };
  return { groups, charges: chargesOf(text), ...pi };
}

/** Returns the rows of `Protein charge of folded and unfolded state as a function of pH`. */
function chargesOf(text: string): Charge[] {
  const at = text.indexOf('Protein charge of folded and unfolded state');
  if (at === -1) return [];
  const line = /^ *(\d+\.\d+) +(-?\d+\.\d+) +(-?\d+\.\d+) *$/gm;
  return [...text.slice(at).matchAll(line)].map(([, ph, unfolded, folded]) => ({
    ...{ ph: Number(ph), unfolded: Number(unfolded), folded: Number(folded) },
  }));
}

export interface PqrAtom {
  /** Words before the coordinates: serial, atom, residue, chain and number. */
  serial: string;
  name: string;
  residue: string;
  chain: string;
  number: number;
  x: number;
  y: number;
  z: number;
  charge: number;
  radius: number;
}

/**
 * Parses the atoms of a PQR file with chains, in which words are separated by white space.
 *
 * @throws ToolError when there is no atom, or a line is incomplete.
 */
export function parsePqr(text: string): PqrAtom[] {
  const atoms = text
    .split('\n')
    .filter((line) => /^(ATOM|HETATM)/.test(line))
    .map((line): PqrAtom => {
      // Serial numbers of five digits and coordinates of eight columns leave no space before them.
      const [serial, name, residue, chain] = [
        line.slice(6, 11),
        line.slice(12, 16),
        line.slice(17, 20),
        line.slice(21, 22),
      ];
      const [x, y, z] = [30, 38, 46].map((at) => Number(line.slice(at, at + 8).trim() || Number.NaN));
      const [charge, radius] = line.slice(54).trim().split(/ +/).map(Number);
      const number = Number(line.slice(22, 26).trim() || Number.NaN);
      return {
        ...{ serial: serial.trim(), name: name.trim(), residue: residue.trim(), chain: chain.trim(), number },
        ...{ x: x!, y: y!, z: z!, charge: charge!, radius: radius! },
      };
    });
  const isWhole = ({ number, x, y, z, charge, radius }: PqrAtom) =>
    [number, x, y, z, charge, radius].every(Number.isFinite);
  if (atoms.length === 0 || !atoms.every(isWhole)) throw new ToolError('pdb2pqr30 gave no atoms');
  return atoms;
}

/** Returns the net charge in elementary charges. */
export const netCharge = (atoms: PqrAtom[]): number =>
  Number(atoms.reduce((sum, { charge }) => sum + charge, 0).toFixed(3)) + 0;
