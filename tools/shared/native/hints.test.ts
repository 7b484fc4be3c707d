import { describe, expect, it } from 'vitest';
import { sameSequenceHint, unknownHint } from './hints.ts';

const record = (sequence: string) => ({ name: 'a', description: '', sequence, line: 1 });

describe('hints for queries without a hit', () => {
  it('reports mostly unknown residues, for proteins and nucleotides', () => {
    expect(unknownHint('XXXMK', false)).toBe('found nothing; 3 of its 5 residues are unknown');
    expect(unknownHint('NNNAC', true)).toBe('found nothing; 3 of its 5 residues are unknown');
    expect(unknownHint('NNNAC', false)).toBeUndefined();
  });

  it('reports that the database has the same sequence, and why it is not found', () => {
    const hint = sameSequenceHint([record('QQQQ')], 'it is masked');
    expect(hint('QQQQ')).toBe('found nothing although the database has the same sequence: it is masked');
    expect(hint('QQQA')).toBeUndefined();
  });
});
