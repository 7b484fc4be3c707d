/**
 * Names of users never reach a program: some cut them, some refuse what is used twice, some read them as options. The
 * n-th record (from 0) is `s000001`, and so on.
 */
export const safeId = (index: number): string => `s${String(index + 1).padStart(6, '0')}`;

/** The index that a safe id stands for; undefined for anything else. */
export function indexOfSafeId(id: string): number | undefined {
  return /^s\d{6,7}$/.test(id) ? Number(id.slice(1)) - 1 : undefined;
}

/** FASTA for a program: safe ids, no descriptions. `letters` may replace what the program does not know; `first` is the index of the first record. */
export function writeSafeFasta(
  records: { sequence: string }[],
  letters = (sequence: string) => sequence,
  first = 0,
): string {
  return records.map(({ sequence }, i) => `>${safeId(first + i)}\n${letters(sequence)}\n`).join('');
}

/** Selenocysteine, pyrrolysine and J are unknown to many programs; X stands for any residue. */
export const withoutRareLetters = (sequence: string): string => sequence.replace(/[UOJ]/g, 'X');

/** U of RNA is a T to programs that read DNA. */
export const asDna = (sequence: string): string => sequence.replaceAll('U', 'T');

/** Replaces the safe ids of a text by what they stand for. */
export function restoreNames(text: string, nameOf: (index: number) => string): string {
  return text.replace(/\bs\d{6,7}\b/g, (id) => nameOf(indexOfSafeId(id)!));
}
