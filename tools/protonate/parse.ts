import { ToolError } from '../contract.ts';

/** One line of PROPKA's summary. */
export interface TitratableGroup {
  /** Name of the residue; `N+` and `C-` are the ends of chains. */
  group: string;
  residue: number;
  chain: string;
  pka: number;
  model_pka: number;
}

/**
 * The file that PROPKA writes: rows such as `   ASP  21 A     3.36       3.80`, and the isoelectric points, which
 * it lacks where there are no titratable groups enough.
 *
 * @throws ToolError when there is no summary.
 */
export function parsePropka(text: string): {
  groups: TitratableGroup[];
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
  return { groups, pi_folded: numberOf(folded), pi_unfolded: numberOf(unfolded) };
}

/**
 * Atoms and charge of a PQR file, whose last two words in a line are charge and radius.
 *
 * @throws ToolError when it has no atoms.
 */
export function parsePqr(text: string): { atoms: number; net_charge: number } {
  const charges = text
    .split('\n')
    .filter((line) => /^(ATOM|HETATM)/.test(line))
    .map((line) => Number(line.trim().split(/ +/).at(-2)));
  if (charges.length === 0 || !charges.every(Number.isFinite)) throw new ToolError('pdb2pqr30 gave no atoms');
  const charge = charges.reduce((sum, each) => sum + each, 0);
  return { atoms: charges.length, net_charge: Number(charge.toFixed(3)) + 0 };
}
