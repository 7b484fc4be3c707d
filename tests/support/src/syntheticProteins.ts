/** Background frequencies of amino acids in Swiss-Prot, in tenths of a percent (release 2024_01). */
const FREQUENCIES: Record<string, number> = {
  ...{ A: 83, R: 55, N: 41, D: 55, C: 14, Q: 39, E: 67, G: 71, H: 23, I: 59 },
  ...{ L: 97, K: 58, M: 24, F: 39, P: 47, S: 66, T: 54, W: 11, Y: 29, V: 68 },
};

const LETTERS = Object.entries(FREQUENCIES).flatMap(([letter, count]) => Array<string>(count).fill(letter));

/** A generator of the same whole numbers below 2^32 for the same seed (xorshift32, Marsaglia 2003). */
function randomOf(seed: number): () => number {
  let state = seed >>> 0 || 1;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    state >>>= 0;
    return state;
  };
}

/** A protein of which homologs are planted. */
export interface Planted {
  name: string;
  sequence: string;
  /** Part of its residues that each homolog has, one homolog for each. */
  identities: number[];
}

/**
 * Yields a FASTA text in pieces: proteins of random residues by the frequencies of Swiss-Prot, with a mean length of
 * 365, and homologs of known proteins at even distances. The same arguments make the same bytes. Homologs are called
 * `<name>_hom<percent>`.
 */
export function* syntheticProteins(residues: number, planted: Planted[], seed = 1): Generator<string> {
  const random = randomOf(seed);
  const homologs = planted.flatMap(({ name, sequence, identities }) =>
    identities.map((identity) => ({ name: `${name}_hom${Math.round(identity * 100)}`, sequence, identity })),
  );
  const every = Math.floor(residues / (homologs.length + 1));
  let placed = 0;
  for (let made = 0, n = 1; made < residues; n++) {
    const next = homologs[placed];
    if (next && made >= every * (placed + 1)) {
      placed++;
      yield record(next.name, mutated(next, random));
    }
    const length = 50 + (random() % 631);
    yield record(`syn${n}`, randomResidues(length, random));
    made += length;
  }
}

const record = (name: string, sequence: string) => `>${name} made by a seeded model\n${sequence}\n`;

function randomResidues(length: number, random: () => number): string {
  let sequence = '';
  for (let i = 0; i < length; i++) sequence += LETTERS[random() % LETTERS.length];
  return sequence;
}

/** Replaces residues at random places; the others stay, so that the alignment has no gap. */
function mutated({ sequence, identity }: { sequence: string; identity: number }, random: () => number): string {
  return [...sequence]
    .map((residue) => (random() % 1000 < identity * 1000 ? residue : randomResidues(1, random)))
    .join('');
}
