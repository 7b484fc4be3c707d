import fc from 'fast-check';
import { expect, it } from 'vitest';
import { labelledFile } from './labelledFile.ts';

it.each([
  ['Hen lysozyme', 'pdb', 'Hen lysozyme.pdb'],
  ['1AKI.pdb', 'pdb', '1AKI.pdb'],
  ['1AKI.PDB', 'pdb', '1AKI.pdb'],
  ['sp|P00698|LYSC_CHICK', 'fasta', 'sp_P00698_LYSC_CHICK.fasta'],
  ['../../etc/passwd', 'txt', '_.._etc_passwd.txt'],
  ['Lysozym für α', 'sdf', 'Lysozym für α.sdf'],
  ['a\r\nb\u202etxt', 'fasta', 'a__b_txt.fasta'],
  ['x', '../sh', 'x'],
  [' .. ', 'pdb', undefined],
  ['///', 'pdb', undefined],
])('names %j with %j %j', (label, extension, name) => {
  expect(labelledFile(label, extension)).toBe(name);
});

it('makes names that stay in their folder and fit into a file system', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 400 }), fc.constantFrom('pdb', 'fasta'), (label, extension) => {
      const name = labelledFile(label, extension);
      if (name === undefined) return;
      expect(Buffer.byteLength(name)).toBeLessThanOrEqual(255);
      expect(name).not.toMatch(/\p{Cc}|[/\\]|^\./u);
      expect(name.endsWith(`.${extension}`)).toBe(true);
      expect(labelledFile(name, extension)).toBe(name);
    }),
  );
});
