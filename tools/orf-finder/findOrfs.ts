import { codonAt, translationOf } from '../shared/geneticCodes.ts';

/** A frame on the searched strand. Positions are 0-based; the end is excluded. */
export interface Orf {
  frame: 1 | 2 | 3;
  start: number;
  /** Position after the stop codon, if there is one. On a circle the end may lie beyond the last base. */
  end: number;
  complete: boolean;
}

export interface OrfOptions {
  /** Number of the genetic code at NCBI. */
  code: number;
  starts: Set<number>;
  minAminoAcids: number;
  circular: boolean;
}

/**
 * Yields frames from the first start codon to the next stop codon, or to the end of the sequence, as EMBOSS getorf
 * `-find 1` does.
 */
export function* findOrfs(sets: Uint8Array, options: OrfOptions): Generator<Orf> {
  if (options.circular) yield* onCircle(sets, options);
  else
    for (const frame of [0, 1, 2]) {
      const codons = Math.max(0, Math.floor((sets.length - frame) / 3));
      yield* inReading(sets, { from: frame, codons }, options);
    }
}

/**
 * Yields the frames of a circle. A circle whose length is a multiple of three has three closed readings; any other has
 * one that goes round three times. Each reading starts after a stop codon. A frame without a stop codon ends after one
 * turn.
 */
function* onCircle(sets: Uint8Array, options: OrfOptions): Generator<Orf> {
  const { length } = sets;
  if (length < 3) return;
  const isClosed = length % 3 === 0;
  const codons = isClosed ? length / 3 : length;
  // Long enough to read from any start, so that no codon needs a modulo operation.
  const unrolled = new Uint8Array(2 * 3 * codons + 3);
  for (let i = 0; i < unrolled.length; i++) unrolled[i] = sets[i % length]!;
  const translation = translationOf(options.code);
  for (const frame of isClosed ? [0, 1, 2] : [0]) {
    let first = 0;
    while (first < codons && translation[codonAt(unrolled, frame + 3 * first)] !== '*') first++;
    const from = frame + 3 * (first < codons ? first + 1 : 0);
    for (const orf of inReading(unrolled, { from, codons }, options)) {
      const turn = Math.floor(orf.start / length) * length;
      const [start, end] = [orf.start - turn, Math.min(orf.end, orf.start + length - (length % 3)) - turn];
      yield { frame: ((start % 3) + 1) as Orf['frame'], start, end, complete: orf.complete && end === orf.end - turn };
    }
  }
}

function* inReading(
  sets: Uint8Array,
  { from, codons }: { from: number; codons: number },
  { code, starts, minAminoAcids }: OrfOptions,
): Generator<Orf> {
  const translation = translationOf(code);
  const frame = ((from % 3) + 1) as Orf['frame'];
  const behind = from + 3 * codons;
  let start = -1;
  for (let i = from; i < behind; i += 3) {
    const codon = codonAt(sets, i);
    if (start === -1) {
      if (starts.has(codon)) start = i;
    } else if (translation[codon] === '*') {
      if (i - start >= 3 * minAminoAcids) yield { frame, start, end: i + 3, complete: true };
      start = -1;
    }
  }
  if (start !== -1 && behind - start >= 3 * minAminoAcids) yield { frame, start, end: behind, complete: false };
}

/** Returns the bases of a frame from its start codon on. */
export function basesOf(sets: Uint8Array, { start, end }: Orf): Uint8Array {
  if (end <= sets.length) return sets.subarray(start, end);
  return Uint8Array.from({ length: end - start }, (_, i) => sets[(start + i) % sets.length]!);
}

/** Returns the protein without the stop. Any start codon is translated as methionine. */
export function translate(bases: Uint8Array, complete: boolean, code: number): string {
  const translation = translationOf(code);
  const end = complete ? bases.length - 3 : bases.length;
  let protein = 'M';
  for (let i = 3; i < end; i += 3) protein += translation[codonAt(bases, i)];
  return protein;
}
