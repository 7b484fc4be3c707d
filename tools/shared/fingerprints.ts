import * as Type from 'typebox';
import { removeSalts } from './moleculeTools.ts';
import type { FingerprintKind, FingerprintOptions } from './rdkit/tasks/fingerprint.ts';

const kinds: FingerprintKind[] = ['morgan', 'rdkit', 'maccs', 'atom_pair', 'topological_torsion'];

/** Settings of every tool that compares molecules by their fingerprints. */
export const fingerprintSettings = {
  fingerprint: Type.Enum(kinds, { default: 'morgan' }),
  radius: Type.Integer({ minimum: 1, maximum: 4, default: 2, description: 'Of Morgan fingerprints, in bonds' }),
  bits: Type.Enum([1024, 2048, 4096], { default: 2048, description: 'Of all fingerprints but MACCS keys' }),
  counts: Type.Union([Type.Boolean(), Type.Null()], {
    default: null,
    description:
      'Whether the number of times that a feature occurs counts; null for what RDKit does: with atom pairs and topological torsions ' +
      'only. Not of MACCS keys',
  }),
  chirality: Type.Boolean({
    default: false,
    description: 'Whether mirror images differ. Of Morgan fingerprints and topological torsions',
  }),
  remove_salts: removeSalts(true),
};

export function fingerprintOptions(settings: Record<string, unknown>): FingerprintOptions {
  const { fingerprint, radius, bits, counts, chirality } = settings as unknown as FingerprintOptions;
  return { fingerprint, radius, bits, counts, chirality, parent: settings.remove_salts as boolean };
}

/** A fingerprint for fast comparisons: its bits as 32-bit words, and the number of set bits. */
export interface PackedBits {
  words: Uint32Array;
  count: number;
}

export function packBits(bytes: Uint8Array): PackedBits {
  const padded = new Uint8Array(Math.ceil(bytes.length / 4) * 4);
  padded.set(bytes);
  const words = new Uint32Array(padded.buffer);
  return { words, count: words.reduce((sum, word) => sum + countBits(word), 0) };
}

/**
 * Returns the number of bits set in both, divided by the number set in either. Returns 0 for two fingerprints without
 * any bit.
 */
export function tanimoto(a: PackedBits, b: PackedBits): number {
  let common = 0;
  for (let i = 0; i < a.words.length; i++) common += countBits(a.words[i]! & b.words[i]!);
  const either = a.count + b.count - common;
  return either === 0 ? 0 : common / either;
}

/** Sums of 2, 4, 8 and 32 bits in parallel (Warren, Hacker's Delight, 5-1). */
function countBits(word: number): number {
  let x = word - ((word >>> 1) & 0x55555555);
  x = (x & 0x33333333) + ((x >>> 2) & 0x33333333);
  x = (x + (x >>> 4)) & 0x0f0f0f0f;
  return Math.imul(x, 0x01010101) >>> 24;
}
