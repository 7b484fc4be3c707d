import { MAX_FILE_BYTES } from '@rotamer/kit/limits.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mayDelete, originalName, reservation, safeName } from './file.ts';

const bytes = fc.integer({ min: 0, max: 2 ** 40 });

describe('the reservation of an upload', () => {
  it('never goes beyond the limit, nor beyond what was declared or the largest file', () => {
    fc.assert(
      fc.property(
        bytes,
        bytes,
        fc.option(fc.integer({ min: 1, max: 2 ** 30 }), { nil: undefined }),
        (held, limit, declared) => {
          const reserved = reservation(held, limit, declared);
          expect(reserved === undefined).toBe(held >= limit);
          if (reserved === undefined) return;
          expect(reserved).toBeGreaterThan(0);
          expect(held + reserved).toBeLessThanOrEqual(limit);
          expect(reserved).toBe(Math.min(limit - held, declared ?? MAX_FILE_BYTES, MAX_FILE_BYTES));
        },
      ),
    );
  });
});

describe('who may delete a file', () => {
  it.each([
    ['owner', false, true],
    ['admin', false, true],
    ['member', true, true],
    ['member', false, false],
    ['viewer', true, false],
    ['', true, false],
  ])('role %j, own file %j: %j', (role, own, allowed) => {
    expect(mayDelete({ createdBy: own ? 'usr_1' : 'usr_2' }, { userId: 'usr_1', role })).toBe(allowed);
  });
});

describe('the names of a file', () => {
  it.each([
    ['my sequence (1).fasta', 'my sequence (1).fasta', 'my_sequence_1_.fasta'],
    ['C:\\data\\x.pdb', 'x.pdb', 'x.pdb'],
    ['../../etc/passwd', 'passwd', 'passwd'],
    ['Übersicht µ.tsv', 'Übersicht µ.tsv', 'Ubersicht_.tsv'],
    ['a\u0000b\n.txt', 'ab.txt', 'ab.txt'],
    ['.bashrc', '.bashrc', 'bashrc'],
    ['タンパク質', 'タンパク質', 'file'],
    ['', 'file', 'file'],
    ['\ud800', '\ufffd', 'file'],
  ])('%j is kept as %j and saved as %j', (given, original, safe) => {
    expect(originalName(given)).toBe(original);
    expect(safeName(originalName(given))).toBe(safe);
  });

  it('can be stored and sent whatever they were', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 400 }), (given) => {
        const original = originalName(given);
        expect(original).toMatch(/^[^\p{Cc}/\\]{1,255}$/u);
        expect(original.isWellFormed()).toBe(true);
        expect(safeName(original)).toMatch(/^[A-Za-z0-9][A-Za-z0-9._-]*$/);
      }),
    );
  });
});
