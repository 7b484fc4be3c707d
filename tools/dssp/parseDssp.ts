import { ToolError } from '../contract.ts';
import { linesOf } from '../shared/text.ts';

export interface DsspResidue {
  chain: string;
  seq: string;
  aa: string;
  ss: string;
  acc: number;
  phi: number | null;
  psi: number | null;
}

export interface Dssp {
  surface: number;
  hbonds: number;
  residues: DsspResidue[];
}

/** mkdssp writes 360 for an angle that does not exist. */
const NONE = 360;

/**
 * Reads a file in DSSP format (fixed columns).
 *
 * @throws ToolError when the file has no residues: mkdssp writes such files and exits with 0.
 */
export function parseDssp(text: string): Dssp {
  let [surface, hbonds, inResidues] = [0, 0, false];
  const residues: DsspResidue[] = [];
  for (const line of linesOf(text)) {
    if (line.startsWith('  #  RESIDUE')) inResidues = true;
    else if (inResidues) residues.push(...residueOf(line));
    else if (line.includes('ACCESSIBLE SURFACE OF PROTEIN')) surface = Number(line.slice(0, 9));
    else if (line.includes('HYDROGEN BONDS OF TYPE O(I)-->H-N(J)')) hbonds = Number(line.slice(0, 5));
  }
  if (residues.length === 0) throw new ToolError('mkdssp found no residues');
  return { surface, hbonds, residues };
}

function residueOf(line: string): DsspResidue[] {
  const letter = line.slice(13, 14);
  // A line with `!` marks a break of the chain.
  if (line.length < 115 || letter === '!') return [];
  const angle = (text: string) => (Number(text) === NONE ? null : Number(text));
  return [
    {
      chain: line.slice(11, 12).trim(),
      seq: line.slice(5, 11).trim(),
      // Lower case letters mark the two cysteines of a bridge.
      aa: /[a-z]/.test(letter) ? 'C' : letter,
      ss: line.slice(16, 17).trim() || '-',
      acc: Number(line.slice(34, 38)),
      phi: angle(line.slice(103, 109)),
      psi: angle(line.slice(109, 115)),
    },
  ];
}

/** Returns the file without its date, so that the same input gives the same bytes. */
export const withoutDate = (text: string): string => text.replace(/DATE=\d{4}-\d\d-\d\d/, 'DATE=          ');
