/**
 * Returns the safe id of the n-th record (from 0): `s000001` and so on. Users' names never reach a program, because
 * programs cut names, refuse repeated ones, or read them as options.
 */
export const safeId = (index: number): string => `s${String(index + 1).padStart(6, '0')}`;

/** Returns the index that a safe id stands for; undefined for other texts. */
export function indexOfSafeId(id: string): number | undefined {
  return /^s\d{6,9}$/.test(id) ? Number(id.slice(1)) - 1 : undefined;
}

/**
 * Returns FASTA for a program, with safe ids and without descriptions. `letters` may replace letters that the program
 * does not know; `first` is the index of the first record.
 */
export function writeSafeFasta(
  records: { sequence: string }[],
  letters = (sequence: string) => sequence,
  first = 0,
): string {
  return records.map(({ sequence }, i) => `>${safeId(first + i)}\n${letters(sequence)}\n`).join('');
}

/** Replaces selenocysteine, pyrrolysine and J by X, any residue: many programs do not know them. */
export const withoutRareLetters = (sequence: string): string => sequence.replace(/[UOJ]/g, 'X');

/** Replaces U by T for programs that read DNA. */
export const asDna = (sequence: string): string => sequence.replaceAll('U', 'T');

/** Replaces the safe ids in a text by the names they stand for. */
export function restoreNames(text: string, nameOf: (index: number) => string): string {
  return text.replace(/\bs\d{6,9}\b/g, (id) => nameOf(indexOfSafeId(id)!));
}
