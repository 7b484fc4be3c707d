import { guessKind } from '@rotamer/formats/letters.ts';
import type { Notes } from '../notes.ts';
import { countUnknown, type ResidueKind, residueNumbers } from '../residueCodes.ts';
import type { AlignmentRow } from './openRows.ts';

export function kindOfRows(rows: { row: string }[], alphabet: unknown): ResidueKind {
  return alphabet === 'auto' ? guessKind(rows.map(({ row }) => row)).kind : (alphabet as ResidueKind);
}

/**
 * Warns when the letters could also be of the other alphabet, and lists the ambiguity codes, which never count as
 * residues.
 */
export function noteAlphabet(
  notes: Notes,
  inputId: string,
  records: AlignmentRow[],
  alphabet: unknown,
  kind: ResidueKind,
): void {
  if (alphabet === 'auto' && isDoubtful(records, kind)) {
    const [read, other] = kind === 'dna' ? ['nucleotides', 'protein'] : ['proteins', 'dna'];
    notes.warn(inputId, 'alignment', `the rows are read as ${read}; set alphabet to ${other} if they are not`);
  }
  for (const { name, row } of records)
    noteUnknown(notes, inputId, name, row, kind, 'ambiguity codes do not say which residue is there');
}

/** Lists the ambiguity codes of a row or sequence as left out. A stretch of them gets one name. */
export function noteUnknown(
  notes: Notes,
  inputId: string,
  name: string,
  row: string,
  kind: ResidueKind,
  reason: string,
): void {
  notes.leftOut(inputId, name, 'residue', unknownIn(row, kind), reason, countUnknown(row, kind));
}

function isDoubtful(records: AlignmentRow[], kind: ResidueKind): boolean {
  const onlyNucleotideCodes = records.every(({ row }) => /^[ACGTUNRYSWKMBDHVX-]*$/.test(row));
  return (
    onlyNucleotideCodes && !guessKind(records.map(({ row }) => row)).certain && (kind === 'dna' || isLong(records))
  );
}

/** Short peptides happen to have only such letters now and then. */
const isLong = (records: AlignmentRow[]) => records[0]!.row.length >= 20;

/** Returns the ambiguity codes of a row with their columns: `X7` for one, `X7-12` for a stretch. */
function unknownIn(row: string, kind: ResidueKind): string[] {
  const numbers = residueNumbers[kind];
  const found: string[] = [];
  for (let i = 0; i < row.length; i++) {
    const letter = row[i]!;
    if (letter === '-' || numbers[letter.charCodeAt(0)] !== 0) continue;
    const start = i;
    while (row[i + 1] === letter) i++;
    found.push(start === i ? `${letter}${start + 1}` : `${letter}${start + 1}-${i + 1}`);
  }
  return found;
}
