import { MAX_HEAVY_ATOMS, type MoleculeLimits, type MoleculeRecord, tidyName } from '../molecules.ts';
import { TextProblems } from '../problems.ts';
import { linesOf } from '../text.ts';
import { readMol2 } from './mol2Molecule.ts';
import { mol2ToMolfile } from './mol2ToMolfile.ts';

/**
 * Parses Tripos MOL2. Records begin with @<TRIPOS>MOLECULE, then name and counts. The text of each record is a molfile.
 */
export function parseMol2(text: string, limits: MoleculeLimits, firstNumber = 1) {
  const problems = new TextProblems();
  const records: MoleculeRecord[] = [];
  for (const { lines, start } of recordsOf(text)) {
    if (records.length >= limits.maxRecords) {
      problems.add(`line ${start}: more than ${limits.maxRecords} molecules`);
      return { records, problems };
    }
    const name = tidyName(lines[1] ?? '').replace(/^\*+$/, '') || `molecule_${firstNumber + records.length}`;
    const { warning, ...record } = readRecord(lines, start);
    if (warning) problems.warn(name, start, warning);
    records.push({ name, line: start, ...record });
  }
  if (records.length === 0)
    problems.add(text.trim() === '' ? 'the content is empty' : 'no molecule: the file needs @<TRIPOS>MOLECULE');
  return { records, problems };
}

function recordsOf(text: string): { lines: string[]; start: number }[] {
  const records: { lines: string[]; start: number }[] = [];
  let lineNumber = 0;
  for (const line of linesOf(text)) {
    lineNumber++;
    if (line.startsWith('@<TRIPOS>MOLECULE')) records.push({ lines: [], start: lineNumber });
    records.at(-1)?.lines.push(line);
  }
  return records;
}

type Read = Pick<MoleculeRecord, 'text' | 'heavyAtoms' | 'fault'> & { warning?: string };

function readRecord(lines: string[], start: number): Read {
  const refused = ({ offset = 0, reason }: { offset?: number; reason: string }) => ({
    ...{ text: '', heavyAtoms: 0, fault: `line ${start + offset}: ${reason}` },
  });
  const molecule = readMol2(lines);
  if ('reason' in molecule) return refused(molecule);
  const heavyAtoms = molecule.atoms.filter(({ element }) => !/^[HDT]$/.test(element)).length;
  if (heavyAtoms > MAX_HEAVY_ATOMS)
    return refused({ reason: `${heavyAtoms} heavy atoms, the limit is ${MAX_HEAVY_ATOMS}` });
  const made = mol2ToMolfile(molecule);
  if ('reason' in made) return refused(made);
  const { molfile, ...noticed } = made;
  return { text: molfile, heavyAtoms, ...noticed };
}
