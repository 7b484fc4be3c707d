import { codonAt, encodeDna, reverseComplement, startsOf, translationOf } from '../shared/geneticCodes.ts';

export interface TranslateOptions {
  code: number;
  stops: 'star' | 'drop_last' | 'cut' | 'x';
  firstIsMet: boolean;
}

export interface Frame {
  frame: number;
  start: number;
  end: number;
  codons: number;
  protein: string;
  stops: number;
  unknown: number;
  rest: number;
}

const forward = [1, 2, 3];
const reverse = [-1, -2, -3];

export function framesOf(setting: string): number[] {
  if (setting === 'all') return [...forward, ...reverse];
  if (setting === 'forward') return forward;
  return setting === 'reverse' ? reverse : [Number(setting)];
}

/** Returns the translation of one frame, or undefined if the frame has no whole codon. */
export function translateFrame(sequence: string, frame: number, options: TranslateOptions): Frame | undefined {
  const given = encodeDna(sequence);
  const sets = frame > 0 ? given : reverseComplement(given);
  const first = Math.abs(frame) - 1;
  const codons = Math.floor((sets.length - first) / 3);
  if (codons < 1) return undefined;
  const whole = read(sets, first, codons, options);
  const behind = first + 3 * codons;
  const [start, end] = frame > 0 ? [first + 1, behind] : [sets.length - behind + 1, sets.length - first];
  const stops = whole.split('*').length - 1;
  const unknown = whole.replace(/[^XBZJ]/g, '').length;
  return { frame, start, end, codons, protein: written(whole, options), stops, unknown, rest: sets.length - behind };
}

function read(sets: Uint8Array, first: number, codons: number, { code, firstIsMet }: TranslateOptions): string {
  const translation = translationOf(code);
  const letters = Array.from({ length: codons }, (_, i) => translation[codonAt(sets, first + 3 * i)]!);
  if (firstIsMet && startsOf(code, 'ATG+alt').has(codonAt(sets, first))) letters[0] = 'M';
  return letters.join('');
}

function written(protein: string, { stops }: TranslateOptions): string {
  if (stops === 'star') return protein;
  if (stops === 'x') return protein.replaceAll('*', 'X');
  if (stops === 'drop_last') return protein.endsWith('*') ? protein.slice(0, -1) : protein;
  const at = protein.indexOf('*');
  return at === -1 ? protein : protein.slice(0, at);
}
