import type { ToolInput } from '../contract.ts';
import { structureText, ubiquitinWith } from './testStructures.ts';

const numberOf = (line: string) => Number(line.slice(22, 26));

/** Residues 24 to 28 of ubiquitin, ENVKA. Its box of water has fewer than 2,000 atoms. */
export const peptide = (
  change: (line: string) => string | string[] = (line) => line,
  last = 28,
): ToolInput & { text: string } =>
  structureText(
    'structure',
    ubiquitinWith((line) => (numberOf(line) >= 24 && numberOf(line) <= last ? change(line) : [])),
  );

/** Residues 24 to 33 of ubiquitin, the fewest that every tool for structures takes. */
export const helix = (): ToolInput & { text: string } => peptide((line) => line, 33);

/** The same peptide as two chains, X and Y, with equal residue numbers; Y lies 12 Å from X. */
export const twoPeptides = (): ToolInput & { text: string } => {
  const chain = (id: string, shift: number) =>
    peptide((line) => {
      const z = (Number(line.slice(46, 54)) + shift).toFixed(3).padStart(8);
      return `${line.slice(0, 21)}${id}${line.slice(22, 46)}${z}${line.slice(54)}`;
    }).text;
  return structureText('structure', `${chain('X', 0)}TER\n${chain('Y', 12)}TER\n`);
};

/** Structures at which GROMACS stops, or which it silently repairs in a wrong way. */
export const unfitProteins: [name: string, input: () => ToolInput & { text: string }, message: RegExp][] = [
  [
    'a side chain without its end',
    () => peptide((line) => (/ (NZ|CE) {2}LYS/.test(line) ? [] : line)),
    /^residue A:LYS27 lacks CE, NZ$/,
  ],
  [
    'a modified residue',
    () => peptide((line) => line.replace('LYS', 'MLY')),
    /^residue A:MLY27 is modified: the force fields know standard amino acids; structure-repair makes it one$/,
  ],
  [
    'a gap in the chain',
    () => peptide((line) => (numberOf(line) === 26 ? [] : line)),
    /^residues A:ASN25 and A:LYS27 are not bonded \(\d\.\d Å\): residues between them are missing$/,
  ],
  [
    'several of them',
    () => peptide((line) => (/ C[GDE] {2}/.test(line) ? [] : line)),
    /^residue A:GLU24 lacks CG, CD \(and 2 more such places\)$/,
  ],
];
