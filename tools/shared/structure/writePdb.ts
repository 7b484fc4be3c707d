import { ToolError } from '../../contract.ts';
import { MAX_MODEL_ATOMS } from './limits.ts';
import { type Atom, type Residue, residueName } from './structure.ts';

/**
 * A PDB file (wwPDB format 3.3) of residues, in the order given: a HEADER line, without which mkdssp takes the file for
 * mmCIF, TER after each chain's polymer, END.
 *
 * @throws ToolError for what the fixed columns cannot hold.
 */
export function writePdb(residues: Residue[], { id }: { id: string | null }): string {
  const lines = [
    `HEADER    STRUCTURE                               01-JAN-70   ${entryId(id)}`.padEnd(80),
    // mkdssp takes the line after HEADER for this one, whatever it is.
    'COMPND    MOL_ID: 1;'.padEnd(80),
  ];
  let serial = 0;
  for (const [i, residue] of residues.entries()) {
    for (const atom of residue.atoms) lines.push(atomLine(atom, residue, ++serial));
    if (endsChain(residue, residues[i + 1])) lines.push(terLine(residue, ++serial));
  }
  if (serial > MAX_MODEL_ATOMS) throw new ToolError(`${serial} atoms do not fit in a PDB file`);
  return `${[...lines, 'END'].join('\n')}\n`;
}

const entryId = (id: string | null): string => (id !== null && /^[0-9A-Za-z]{4}$/.test(id) ? id : 'XXXX');

const isPolymer = (residue: Residue): boolean => residue.class === 'protein' || residue.class === 'nucleic';

function endsChain(residue: Residue, next: Residue | undefined): boolean {
  return isPolymer(residue) && (!next || next.chain !== residue.chain || !isPolymer(next));
}

function atomLine(atom: Atom, residue: Residue, serial: number): string {
  const record = residue.isHet ? 'HETATM' : 'ATOM  ';
  const coordinates = [atom.x, atom.y, atom.z].map((value) => fixed(value, 8, 3, residue)).join('');
  const { occupancy, bFactor } = atom;
  return (
    `${record}${pad(serial, 5)} ${nameColumns(atom)} ${residueColumns(residue)}   ${coordinates}` +
    `${clipped(occupancy)}${clipped(bFactor)}          ${atom.element.padStart(2)}  `
  );
}

const terLine = (residue: Residue, serial: number): string =>
  `TER   ${pad(serial, 5)}      ${residueColumns(residue)}`.padEnd(80);

/** Columns 18 to 27. Components with long names, which mmCIF has, are called LIG. */
function residueColumns(residue: Residue): string {
  const { name, chain, number, insertion } = residue;
  if (number < -999 || number > 9999 || insertion.length > 1)
    throw new ToolError(`residue ${residueName(residue)}: its number does not fit in a PDB file`);
  return `${(name.length > 3 ? 'LIG' : name).padStart(3)} ${chain || ' '}${pad(number, 4)}${insertion || ' '}`;
}

/** Columns 13 to 16: elements of one letter begin in column 14, unless the name has four characters. */
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
