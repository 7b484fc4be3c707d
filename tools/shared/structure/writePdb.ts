import { ToolError } from '../../contract.ts';
import { MAX_MODEL_ATOMS } from './limits.ts';
import { hybrid36 } from './numbers.ts';
import { type Atom, type Residue, residueName } from './structure.ts';

export interface PdbOptions {
  id: string | null;
  /**
   * Write residue numbers from 10,000 on as hybrid-36, which Gemmi and cctbx read but most programs do not. By default
   * such numbers are refused.
   */
  hybrid36?: boolean;
}

/**
 * Writes a PDB file (wwPDB format 3.3) of residues in the given order: a HEADER line, TER after each chain's polymer,
 * END. Without HEADER, mkdssp reads the file as mmCIF. Ligands and waters are HETATM lines. Names of four letters take
 * columns 18 to 21, as in CHARMM. Longer names get a short name and a HETNAM line with the long one, as Gemmi writes
 * them.
 *
 * @throws ToolError for values that do not fit in the fixed columns.
 */
export function writePdb(residues: Residue[], options: PdbOptions): string {
  const names = shortNames(residues);
  const lines = [
    `HEADER    STRUCTURE                               01-JAN-70   ${entryId(options.id)}`.padEnd(80),
    // mkdssp takes any line after HEADER for this one.
    'COMPND    MOL_ID: 1;'.padEnd(80),
    ...[...names].map(([long, short]) => `HETNAM     ${short} ${' '.repeat(55)} ${long}`.padEnd(80)),
  ];
  let serial = 0;
  for (const [i, residue] of residues.entries()) {
    const columns = residueColumns(residue, names.get(residue.name) ?? residue.name, options);
    for (const atom of residue.atoms) lines.push(atomLine(atom, residue, columns, ++serial));
    if (endsChain(residue, residues[i + 1])) lines.push(terLine(columns, ++serial));
  }
  if (serial > MAX_MODEL_ATOMS) throw new ToolError(`${serial} atoms do not fit in a PDB file`);
  return `${[...lines, 'END'].join('\n')}\n`;
}

/** Returns short forms of names with more than four letters, as in Gemmi: a tilde and the last two letters. */
function shortNames(residues: Residue[]): Map<string, string> {
  const long = [...new Set(residues.map(({ name }) => name))].filter((name) => name.length > 4);
  const taken = new Set<string>();
  return new Map(
    long.map((name) => {
      const candidates = [
        `~${name.slice(-2)}`,
        ...Array.from({ length: 100 }, (_, i) => `~${String(i).padStart(2, '0')}`),
      ];
      const short = candidates.find((each) => !taken.has(each));
      if (!short) throw new ToolError('more than 100 residue names of more than four letters do not fit in a PDB file');
      taken.add(short);
      return [name, short];
    }),
  );
}

const entryId = (id: string | null): string => (id !== null && /^[0-9A-Za-z]{4}$/.test(id) ? id : 'XXXX');

const isPolymer = (residue: Residue): boolean => ['protein', 'nucleic', 'cap'].includes(residue.class);

function endsChain(residue: Residue, next: Residue | undefined): boolean {
  return isPolymer(residue) && (!next || next.chain !== residue.chain || !isPolymer(next));
}

function atomLine(atom: Atom, residue: Residue, columns: string, serial: number): string {
  const record = residue.isHet || !isPolymer(residue) ? 'HETATM' : 'ATOM  ';
  const coordinates = [atom.x, atom.y, atom.z].map((value) => fixed(value, 8, 3, residue)).join('');
  const { occupancy, bFactor } = atom;
  return (
    `${record}${pad(serial, 5)} ${nameColumns(atom)} ${columns}   ${coordinates}` +
    `${clipped(occupancy)}${clipped(bFactor)}          ${atom.element.padStart(2)}  `
  );
}

const terLine = (columns: string, serial: number): string => `TER   ${pad(serial, 5)}      ${columns}`.padEnd(80);

/** Returns columns 18 to 27. */
function residueColumns(residue: Residue, name: string, options: PdbOptions): string {
  const { chain, number, insertion } = residue;
  const digits = number > 9999 && !options.hybrid36 ? undefined : hybrid36(number, 4);
  if (digits === undefined || insertion.length > 1)
    throw new ToolError(`residue ${residueName(residue)}: its number does not fit in a PDB file`);
  if (chain.length > 1) throw new ToolError(`chain ${chain}: only 62 chains fit in a PDB file`);
  return `${name.padStart(3).padEnd(4)}${chain || ' '}${digits}${insertion || ' '}`;
}

/** Returns columns 13 to 16. Elements of one letter begin in column 14, unless the name has four characters. */
function nameColumns({ name, element }: Atom): string {
  const short = name.slice(0, 4);
  return (element.length === 2 || short.length === 4 ? short : ` ${short}`).padEnd(4);
}

const pad = (value: number, width: number): string => String(value).padStart(width);

function fixed(value: number, width: number, digits: number, residue: Residue): string {
  const text = value.toFixed(digits).padStart(width);
  if (text.length > width) throw new ToolError(`residue ${residueName(residue)}: ${text} does not fit in a PDB file`);
  return text;
}

const clipped = (value: number): string => Math.min(999.99, Math.max(-99.99, value)).toFixed(2).padStart(6);
