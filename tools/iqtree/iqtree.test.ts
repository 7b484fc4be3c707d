import { describe, expect, it } from 'vitest';
import { checkRequest } from '../shared/checkRequest.ts';
import { readTestData } from '../testdata/read.ts';
import { check } from './check.ts';
import { readConstraint } from './constraint.ts';
import { parseModel } from './model.ts';
import { percentDone } from './percentDone.ts';
import { contract } from './tool.ts';

const input = (text: string) => ({ id: 'a', slotId: 'alignment', kind: 'msa', format: 'AFA', text });
const verdict = (text: string, settings = {}) => checkRequest(contract, check, [input(text)], settings).verdict;
const dna = '>a\nACGTACGTACGTACGTACGTACGT\n>b\nACGTACGTACGTACGTACGTACGA\n>c\nACGTACGTACGTACGTACGTACGG\n';
const proteins = '>a\nMKTAYIAK\n>b\nMKTAYIAR\n>c\nMKTWYIAR\n';

describe('refuses', () => {
  it.each([
    ['empty', '', /empty/],
    ['junk', 'hello', /starts with '>'/],
    ['digits', '>a\nMK12\n>b\nMKTA\n>c\nMKTA', /line 2/],
    ['rows of different lengths', '>a\nMKTAYIAK\n>b\nMKTAY\n>c\nMKTAYIAK', /5 columns|has 5/],
    ['two rows', '>a\nMK\n>b\nMK', /needs at least 3/],
    ['a row of gaps', '>a\n----\n>b\nMKTA\n>c\nMKTA', /^line 1: row 'a' has no residues$/],
  ])('%s', (_, text, message) => {
    expect(verdict(text).problems[0]!.message).toMatch(message);
  });

  it('a model of the other kind, and an unknown model', () => {
    expect(verdict(dna).problems).toMatchObject([
      { path: 'settings.model', message: expect.stringMatching(/use GTR\+G4$/) },
    ]);
    expect(verdict(dna, { model: 'TEST' }).problems).toEqual([]);
    expect(verdict(proteins, { model: 'GTR+G4' }).problems).toMatchObject([
      { path: 'settings.model', message: expect.stringMatching(/use LG\+G4$/) },
    ]);
    expect(verdict(proteins, { model: '../secret' }).problems).toMatchObject([{ path: 'settings.model' }]);
  });

  it.each([
    ['too few replicates', { ufboot: 100 }, /^must be 0, for none, or 1000 and more$/],
    ['a bootstrap of three rows', { ufboot: 1000 }, /at least 4 rows, the alignment has 3$/],
    ['a fast bootstrap', { ufboot: 1000, fast: true }, /set one of them only$/],
  ])('%s', (_, settings, message) => {
    expect(verdict(proteins, settings).problems[0]).toEqual({
      path: 'settings.ufboot',
      message: expect.stringMatching(message),
    });
  });
});

describe('constraints', () => {
  const names = ['a', 'b b', 'c', "d'", 'e'];

  it('are written with safe ids and without lengths', () => {
    expect(readConstraint(" ((a:0.1,'b b')90:2,(c,'d''')x)r;\n", names)).toEqual({
      tree: '((s000001,s000002),(s000003,s000004));',
    });
  });

  it.each(["[&R] ((a,'b b'),(c,'d'''));", "((a,'b b')[&label=1,!color=#73ffff],(c,'d'''));"])(
    'have comments in square brackets: %j (rambaut/figtree #170)',
    (text) => {
      expect(readConstraint(text, names)).toEqual({ tree: '((s000001,s000002),(s000003,s000004));' });
    },
  );

  it.each([
    ['((a,c),[(e,f));', /^is not a tree/],
    ['a', /^is not a tree in Newick format/],
    ['((a,c),e;', /^is not a tree/],
    ['(a)),((c,e);', /^is not a tree/],
    ['((a,c),(e,f));', /^has the leaf 'f', but the alignment has no such row$/],
    ['((a,c),(e,a));', /^has the leaf 'a' twice$/],
    ['((a,c),,e);', /^has the leaf ''/],
    ['((a,c),e);', /^needs at least 4 leaves$/],
  ])('%j is refused', (text, message) => {
    expect(readConstraint(text, names)).toEqual({ problem: expect.stringMatching(message) });
  });

  it('are refused before the charge', () => {
    const problems = verdict(proteins, { constraint: '(a,b,c);' }).problems;
    expect(problems).toEqual([{ path: 'settings.constraint', message: 'needs at least 4 leaves' }]);
  });
});

describe('models', () => {
  it.each([
    ['LG+F+I+G4', 'LG+F+I+G4', 'protein'],
    ['lg+g', 'LG+G4', 'protein'],
    ['GTR+F+R4', 'GTR+F+R4', 'dna'],
    ['hky', 'HKY', 'dna'],
    ['JC', 'JC', 'dna'],
    ['010010+FO', '010010+FO', 'dna'],
    ['q.pfam+i+r3', 'Q.pfam+I+R3', 'protein'],
    ['LG+C20+F+G', 'LG+C20+F+G4', 'protein'],
    ['mfp', 'MFP', 'both'],
    ['TEST', 'TEST', 'both'],
  ])('takes %s', (given, text, isFor) => {
    expect(parseModel(given)).toMatchObject({ text, isFor });
  });

  it.each([
    ['LGG', /^'LGG' is no model: JC, /],
    ['LG+X', /^'\+X' is no part of a model for protein; parts are \+F, /],
    ['LG+G4+R4', /^'\+R4' does not go with '\+G4'$/],
    ['LG+F+FO', /^'\+FO' does not go with '\+F'$/],
    ['LG+G0', /^'\+G0' is no part/],
    ['LG+R100', /^'\+R100' is no part/],
    ['LG+FRY', /^'\+FRY' is no part/],
    ['GTR+C20', /^'\+C20' is no part of a model for dna/],
    ['LG+I+ASC', /^'\+ASC' does not go with '\+I'/],
    ['MFP+G4', /^MFP chooses the model by itself/],
    ['LG -redo', /^'LG -redo' is no model/],
    ['GTR{1,2}', /is no model/],
    ['', /^'' is no model/],
  ])('names the fault of %j', (given, message) => {
    expect(parseModel(given)).toMatch(message);
  });

  it('refuses +ASC where columns are constant', () => {
    expect(verdict(proteins, { model: 'LG+ASC' }).problems).toMatchObject([
      {
        path: 'settings.model',
        message: "'+ASC' is for alignments of variable columns alone, this one has 6 that are constant",
      },
    ]);
    expect(verdict('>a\nMKTA\n>b\nRRSC\n>c\nMKWD\n', { model: 'LG+ASC' }).problems).toEqual([]);
  });
});

describe('refuses settings that do not go together', () => {
  it.each([
    [{ bootstrap: 100, ufboot: 1000 }, 'bootstrap', /^set ufboot or bootstrap, not both$/],
    [{ bootstrap: 100, fast: true }, 'bootstrap', /set one of them only$/],
    [{ bnni: true }, 'bnni', /^goes with ufboot$/],
    [{ alrt: 100 }, 'alrt', /^must be 0, for none, or 1000 and more$/],
    [{ outgroup: ['z'] }, 'outgroup', /^the alignment has no row 'z'$/],
    [{ outgroup: ['a', 'b', 'c', 'd'] }, 'outgroup', /cannot have all rows$/],
    [{ sequence_type: 'dna' }, 'sequence_type', /not codes of nucleotides$/],
  ])('%j', (settings, setting, message) => {
    const rows = `${proteins}>d\nMKTFYIAR\n`;
    expect(verdict(rows, settings).problems[0]).toEqual({
      path: `settings.${setting}`,
      message: expect.stringMatching(message),
    });
  });

  it('accepts rows that look like DNA as proteins with sequence_type', () => {
    expect(verdict(dna, { sequence_type: 'protein' }).problems).toEqual([]);
    expect(verdict(dna, { sequence_type: 'protein', model: 'HKY' }).problems).toMatchObject([
      { path: 'settings.model' },
    ]);
  });
});

it('reserves at least two minutes, and more for more work', () => {
  const globins = readTestData('globins45.mafft.afa');
  expect(verdict(globins).estimatedMinutes).toBe(2);
  expect(verdict(globins, { model: 'MFP', ufboot: 1000 }).estimatedMinutes).toBeGreaterThan(2);
});

it('reads the progress', () => {
  expect(percentDone('Iteration 110 / LogL: -5486.411 / Time: 0h:0m:42s (0h:0m:34s left)')).toBe(55);
  expect(percentDone('Iteration 1 / LogL: -1 / Time: 0h:0m:0s (0h:0m:0s left)')).toBe(0);
  expect(percentDone('Alignment has 45 sequences')).toBeUndefined();
});
