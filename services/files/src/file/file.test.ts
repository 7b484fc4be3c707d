import { MAX_FILE_BYTES } from '@rotamer/domain/limits.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mayDelete, originalName, reservation, safeName } from './file.ts';

const bytes = fc.integer({ min: 0, max: 2 ** 40 });

describe('the reservation of an upload', () => {
  it('never exceeds the limit, the declared size or the largest file size', () => {
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

describe('the permission to delete a file', () => {
  it.each([
    ['owner', false, true],
    ['admin', false, true],
    ['member', true, true],
    ['member', false, false],
    ['viewer', true, false],
    ['', true, false],
  ])('for role %j, own file %j, is %j', (role, own, allowed) => {
    expect(mayDelete({ createdBy: own ? 'usr_1' : 'usr_2' }, { userId: 'usr_1', role })).toBe(allowed);
  });
});

describe('the names of a file', () => {
  it.each([
    ['my sequence (1).fasta', 'my sequence (1).fasta', 'my_sequence_1_.fasta'],
    ['C:\\data\\x.pdb', 'x.pdb', 'x.pdb'],
    ['../../etc/passwd', 'passwd', 'passwd'],
    ['Übersicht.tsv', 'Übersicht.tsv', 'Ubersicht.tsv'],
    ['Übersicht µ.tsv', 'Übersicht µ.tsv', 'Ubersicht-da39d55e.tsv'],
    ['β-globin.fasta', 'β-globin.fasta', 'globin-fb3853c3.fasta'],
    ['日本語.fasta', '日本語.fasta', 'file-7c9c705e.fasta'],
    ['实验数据.pdb.gz', '实验数据.pdb.gz', 'file-f7c967cc.pdb.gz'],
    ['🧬.fasta', '🧬.fasta', 'file-8fb6f014.fasta'],
    ['chain A – copy.pdb', 'chain A – copy.pdb', 'chain_A_copy.pdb'],
    ['aux.pdb', 'aux.pdb', 'aux_.pdb'],
    ['a.pdb..', 'a.pdb..', 'a.pdb'],
    ['a\u0000b\n.txt', 'ab.txt', 'ab.txt'],
    ['.bashrc', '.bashrc', 'bashrc'],
    ['タンパク質', 'タンパク質', 'file-e9475c81'],
    ['', 'file', 'file'],
    ['\ud800', '\ufffd', 'file'],
  ])('of %j are %j as original name and %j as safe name', (given, original, safe) => {
    expect(originalName(given)).toBe(original);
    expect(safeName(originalName(given))).toBe(safe);
  });

  it('stay different in any script, and keep their extension', () => {
    const names = [
      '東京',
      '京都',
      'Белок',
      'Белки',
      'α-globin',
      'β-globin',
      'globin',
      '🧬',
      '蛋白',
      'प्रोटीन',
      'بروتين',
    ];
    const safe = names.map((name) => safeName(originalName(`${name}.fasta`)));
    expect(new Set(safe).size).toBe(names.length);
    for (const name of safe) expect(name).toMatch(/^[a-z][\w-]*\.fasta$/);
  });

  it('keep their extension when they are too long', () => {
    for (const stem of ['a'.repeat(400), '長'.repeat(400)]) {
      const original = originalName(`${stem}.fasta.gz`);
      expect(original).toHaveLength(255);
      expect(original).toMatch(/\.fasta\.gz$/);
      expect(safeName(original)).toMatch(/^.{1,255}$/);
      expect(safeName(original)).toMatch(/\.fasta\.gz$/);
    }
  });

  it('can be stored and sent for any uploaded name', () => {
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
