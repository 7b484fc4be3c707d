import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ToolInput } from '../contract.ts';
import { checkRequest } from '../shared/checkRequest.ts';
import { checkAndRun } from '../shared/testRun.ts';
import { readTestData } from '../testdata/read.ts';
import { check } from './check.ts';
import { windowMeans } from './hydropathyProfile.ts';
import { chargeAt, countResidues, ionizableGroups, isoelectricPoint, mass } from './massAndCharge.ts';
import type { Properties } from './protParam.ts';
import { run } from './run.ts';
import { contract } from './tool.ts';

const tool = { contract, check, run };
const fasta = (text: string, id = 'in1') => ({ id, slotId: 'sequences', kind: 'protein', format: 'FASTA', text });

describe('known answers', () => {
  // Name, length, average and monoisotopic mass, pI, charge at pH 7, GRAVY, instability, aliphatic, aromaticity, ε280.
  it.each([
    [
      'UBC_HUMAN',
      'ubiquitin',
      76,
      8564.7357,
      8559.6167,
      6.5616,
      -0.398,
      -0.4895,
      36.0553,
      '100.00',
      0.03947,
      1490,
      1490,
    ],
    [
      'LYSC_CHICK',
      'lysozyme',
      129,
      14313.004,
      14303.8774,
      9.3238,
      7.7724,
      -0.4721,
      16.0915,
      '65.12',
      0.09302,
      37470,
      37970,
    ],
    [
      'HBA_HUMAN',
      'globins3',
      142,
      15257.3591,
      15247.9255,
      8.7169,
      2.3684,
      0.0479,
      6.9739,
      '90.77',
      0.07746,
      9970,
      9970,
    ],
    [
      'HBB_HUMAN',
      'globins3',
      147,
      15998.2064,
      15988.2901,
      6.7445,
      -0.7186,
      0.0136,
      6.1578,
      '93.47',
      0.08844,
      15470,
      15595,
    ],
  ])('%s', async (name, file, length, average, mono, pI, charge, gravy, instability, aliphatic, arom, red, cys) => {
    const done = await checkAndRun(tool, [fasta(readTestData(`${file}.fasta`))]);
    const row = done.values<Properties>('properties').find(({ id }) => id.endsWith(name))!;
    expect(row).toMatchObject({
      length,
      molecular_weight: average,
      monoisotopic_mass: mono,
      isoelectric_point: pI,
      charge,
      gravy,
      instability_index: instability,
      stable: true,
      aromaticity: arom,
      ext_reduced: red,
      ext_cystine: cys,
    });
    expect(row.aliphatic_index.toFixed(2)).toBe(aliphatic);
  });
});

describe('outputs', () => {
  it('writes one item per record and a table with the same rows', async () => {
    const done = await checkAndRun(tool, [fasta(readTestData('ubiquitin.fasta'), 'u'), fasta('>a\nMKV\n>a\nMKW', 'v')]);
    expect(done.items.map(({ place }) => place.sourceInputIds)).toEqual([['u'], ['v'], ['v']]);
    const [table] = done.files;
    expect(table!.place.sourceInputIds).toEqual(['u', 'v']);
    expect(table!.text.trimEnd().split('\n')).toHaveLength(4);
    expect(table!.text).toMatch(/^id\tlength\tmolecular_weight\t/);
    expect(done.reports).toEqual([1, 2, 3].map((n) => ({ done: n, total: 3 })));
  });

  it('keeps what it had when it is stopped', async () => {
    const stop = new AbortController();
    const text = '>a\nMKV\n'.repeat(10);
    const onProgress = (n: number) => n === 4 && stop.abort();
    const done = await checkAndRun(
      tool,
      [fasta(text)],
      {},
      { signal: stop.signal, onProgress: onProgress as () => void },
    );
    expect(done.items).toHaveLength(4);
    expect(done.files[0]!.text.trimEnd().split('\n')).toHaveLength(5);
  });

  it('computes without residues of unknown mass when asked to', async () => {
    const plain = await checkAndRun(tool, [fasta('>a\nMKVAAAW')]);
    const masked = await checkAndRun(tool, [fasta('>a\nMKVXXAAAWX')], { treat_unknown: 'exclude' });
    const [a, b] = [plain, masked].map((done) => done.values<Properties>('properties')[0]!);
    expect(b).toMatchObject({ length: 7, molecular_weight: a!.molecular_weight, gravy: a!.gravy });
  });

  it('reads one bare sequence', async () => {
    const text = readTestData('ubiquitin.fasta').split('\n').slice(1).join('\n');
    const done = await checkAndRun(tool, [{ ...fasta(text), format: 'TEXT' }]);
    expect(done.values<Properties>('properties')[0]).toMatchObject({ id: 'sequence_1', molecular_weight: 8564.7357 });
  });
});

describe('refusals', () => {
  const problemsOf = (text: string, settings = {}, more: Partial<ToolInput> = {}) =>
    checkRequest(contract, check, [{ ...fasta(text), ...more }], settings).verdict.problems;

  it.each([
    ['empty', '', 'the content is empty'],
    ['blank', ' \n\n', 'the content is empty'],
    ['wrong alphabet', '>a\nMKT12AY', "line 2: character '1' is not an amino acid code"],
    ['junk', '{"not": "fasta"}', "line 1: a FASTA record starts with '>', found '{'"],
    ['aligned', '>a\nMK--V', "line 2: gap character '-' is not allowed; send the unaligned sequence"],
    ['too long', `>a\n${'M'.repeat(35_001)}`, "line 1: record 'a' has 35001 residues, the limit is 35000"],
    ['too many', '>a\nM\n'.repeat(5001), 'line 10001: more than 5000 records'],
    ['massless', '>a\nMKX', /^line 1: record 'a' has 'X', which has no mass/],
  ])('%s', (_, text, message) => {
    expect(problemsOf(text)).toEqual([
      {
        path: 'input.inputs[0].content',
        message: typeof message === 'string' ? message : expect.stringMatching(message),
      },
    ]);
  });

  it('nothing left after exclusion', () => {
    expect(problemsOf('>a\nXXX', { treat_unknown: 'exclude' })[0]!.message).toContain('no residue of known mass');
  });

  it('the run repeats the check, for files that were not read before', async () => {
    const settings = { charge_ph: 7, treat_unknown: 'reject' };
    const unread = checkRequest(contract, check, [{ ...fasta(''), text: undefined }], {});
    expect(unread.verdict.problems).toEqual([]);
    const { TestRun } = await import('../shared/testRun.ts');
    const late = new TestRun(contract, [fasta('>a\nMK1')], settings);
    await expect(run(late)).rejects.toThrow("input.inputs[0].content: line 2: character '1' is not an amino acid code");
  });
});

describe('properties', () => {
  const protein = fc.stringMatching(/^[ACDEFGHIKLMNOPQRSTUVWY]{1,80}$/);

  it('two chains weigh one water more than their concatenation', () => {
    fc.assert(
      fc.property(protein, protein, (a, b) => {
        const weigh = (sequence: string) => mass(countResidues(sequence), 'average');
        expect(weigh(a) + weigh(b)).toBeCloseTo(weigh(a + b) + 18.0153, 6);
      }),
    );
  });

  it('the charge falls with pH and is zero at the isoelectric point', () => {
    fc.assert(
      fc.property(protein, fc.double({ min: 0, max: 13, noNaN: true }), (sequence, pH) => {
        const groups = ionizableGroups(sequence, countResidues(sequence));
        expect(chargeAt(pH + 1, groups)).toBeLessThan(chargeAt(pH, groups));
        expect(chargeAt(isoelectricPoint(groups), groups)).toBeCloseTo(0, 5);
      }),
    );
  });
});

describe('the picture', () => {
  it('has the means around each residue, as ProtScale gives them', () => {
    const sequence = readTestData('ubiquitin.fasta').split('\n').slice(1).join('').slice(0, 76);
    const means = windowMeans(sequence, 9);
    expect(means.filter((mean) => mean !== null)).toHaveLength(76 - 8);
    // M1–T9: (1.9 - 3.5 + 4.5 + 2.8 + 4.2 - 3.9 - 0.7 + 3.8 - 0.7) / 9
    expect(means[4]).toBeCloseTo(8.4 / 9, 10);
    expect(means[3]).toBeNull();
  });

  it('draws the longer mean from residue 10 on', async () => {
    const done = await checkAndRun(tool, [fasta(readTestData('ubiquitin.fasta'))]);
    const svg = done.files.find(({ port }) => port === 'picture')!.text;
    const line = /<path d="M([^"]+)" stroke="#1a2126"/.exec(svg)![1]!.split('L');
    expect(line).toHaveLength(76 - 18);
    expect(Number(line[0]!.split(' ')[0])).toBeCloseTo(64 + (9.5 / 76) * 712, 1);
  });

  it('is given for the first proteins alone', async () => {
    const text = Array.from({ length: 25 }, (_, i) => `>p${i}\nMKV`).join('\n');
    const done = await checkAndRun(tool, [fasta(text)]);
    const pictures = done.files.filter(({ port }) => port === 'picture');
    expect(pictures).toHaveLength(20);
    expect(pictures[0]!.text).toContain('<title>Hydropathy of p0</title>');
  });
});
