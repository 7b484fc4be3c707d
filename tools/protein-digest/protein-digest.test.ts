import fc from 'fast-check';
import type { Static } from 'typebox';
import { describe, expect, it } from 'vitest';
import { checkRequest } from '../shared/checkRequest.ts';
import { readTestData } from '../testdata/read.ts';
import { checkAndRun } from '../testing/testRun.ts';
import { check } from './check.ts';
import { digest, type Enzyme, enzymes } from './digest.ts';
import { run } from './run.ts';
import { contract, type peptide } from './tool.ts';

const tool = { contract, check, run };
type Peptide = Static<typeof peptide>;

const fasta = (text: string) => ({ id: 'in1', slotId: 'sequences', kind: 'protein', format: 'FASTA', text });
const seven = ['ubiquitin', 'lysozyme', 'gfp', 'insulin', 'globins3'].map((name) => readTestData(`${name}.fasta`));

describe('semi-specific digests', () => {
  const semi = { enzyme: 'trypsin', specificity: 'semi', min_length: 1, max_length: 50 } as const;
  const peptidesOf = (text: string, missed_cleavages: number) =>
    [...digest(text, { ...semi, missed_cleavages })].map(
      ({ start, end, missed }) => `${text.slice(start, end)} ${missed}`,
    );

  it('have every peptide with an end that trypsin cuts, counted by hand', () => {
    expect(peptidesOf('MAKGR', 0)).toEqual(['M 0', 'MA 0', 'MAK 0', 'AK 0', 'K 0', 'G 0', 'GR 0', 'R 0']);
    expect(peptidesOf('MAKGR', 1)).toEqual([
      ...['M 0', 'MA 0', 'MAK 0', 'MAKG 1', 'MAKGR 1', 'AK 0', 'AKGR 1', 'K 0', 'KGR 1', 'G 0', 'GR 0', 'R 0'],
    ]);
  });

  it('include the peptides of the full digest', () => {
    const text = readTestData('ubiquitin.fasta').split('\n').slice(1).join('');
    for (const missed_cleavages of [0, 2]) {
      const all = new Set([...digest(text, { ...semi, missed_cleavages })].map(({ start, end }) => `${start}-${end}`));
      for (const { start, end } of digest(text, { ...semi, specificity: 'full', missed_cleavages }))
        expect(all).toContain(`${start}-${end}`);
    }
  });
});

it('counts the proteins that share a peptide, and a repeat within a protein once', async () => {
  const done = await checkAndRun(tool, [fasta('>a\nMAKMAKGR\n>b\nGRMAK\n>c\nWWK\n')], { min_length: 2 });
  const shared = done
    .values<Peptide>('peptides')
    .map(({ protein, sequence, proteins }) => `${protein} ${sequence} ${proteins}`);
  expect(shared).toEqual(['a MAK 2', 'a MAK 2', 'a GR 2', 'b GR 2', 'b MAK 2', 'c WWK 1']);
});

describe('known answers', () => {
  it('gives the tryptic peptides of ubiquitin', async () => {
    const done = await checkAndRun(tool, [fasta(readTestData('ubiquitin.fasta'))]);
    const found = new Map(done.values<Peptide>('peptides').map((one) => [one.sequence, one]));
    expect(found.get('MQIFVK')).toMatchObject({ start: 1, end: 6, missed: 0, mono_mh: 765.4328 });
    expect(found.get('TLTGK')).toMatchObject({ start: 7, end: 11, mono_mh: 519.3137 });
    expect(found.get('TITLEVEPSDTIENVK')).toMatchObject({ start: 12, end: 27, mono_mh: 1787.9273 });
    expect(found.get('EGIPPDQQR')).toMatchObject({ mono_mh: 1039.5167, gravy: expect.closeTo(-1.956, 3) });
    expect(done.files.map(({ name }) => name)).toEqual(['peptides.fasta', 'peptides.tsv']);
    expect(done.files[0]!.text).toMatch(/^>\S+_1-6\nMQIFVK\n/);
  });

  it('gives 115 peptides of seven proteins: 49 of 7 to 25 residues, 28 without C and M', async () => {
    const done = await checkAndRun(tool, [fasta(seven.join('\n'))], { min_length: 1, max_length: 200 });
    const all = done.values<Peptide>('peptides');
    const usable = all.filter(({ sequence: { length } }) => length >= 7 && length <= 25);
    const stable = usable.filter(({ sequence }) => !/[CM]/.test(sequence));
    expect([all.length, usable.length, stable.length]).toEqual([115, 49, 28]);
    const first = stable.sort((a, b) => a.gravy! - b.gravy!).slice(0, 3);
    expect(first.map(({ sequence, mono_mh, gravy }) => [sequence, mono_mh, gravy!.toFixed(3)])).toEqual([
      ['EGIPPDQQR', 1039.5167, '-1.956'],
      ['HGLDNYR', 874.4166, '-1.800'],
      ['GHPETLEK', 910.4629, '-1.625'],
    ]);
  });

  it.each<[Enzyme, string]>([
    ['trypsin', 'AK GR TKPFEMYPK W'],
    ['lys-c', 'AK GRTK PFEMYPK W'],
    ['glu-c', 'AKGRTKPFE MYPKW'],
    ['cnbr', 'AKGRTKPFEM YPKW'],
    ['chymotrypsin', 'AKGRTKPF EMYPKW'],
    ['trypsin/p', 'AK GR TK PFEMYPK W'],
    ['arg-c', 'AKGR TKPFEMYPKW'],
    ['lys-n', 'A KGRT KPFEMYP KW'],
    ['asp-n', 'AKG DEFK DR'],
    ['asp-n/glu', 'AKG D EFK DR'],
    ['glu-c/asp', 'AKGD E FKD R'],
    ['chymotrypsin-low', 'AKGRTKPF EMYPKW'],
    ['pepsin-ph1.3', 'AL GF KWEA'],
    ['pepsin-ph2', 'A L GF KW E A'],
    ['thermolysin', 'KG AK LDAK V'],
  ])('%s cuts where it should', (enzyme, expected) => {
    const sequence = expected.replaceAll(' ', '');
    const pieces = [
      ...digest(sequence, { enzyme, specificity: 'full', missed_cleavages: 0, min_length: 1, max_length: 50 }),
    ];
    expect(pieces.map(({ start, end }) => sequence.slice(start, end)).join(' ')).toBe(expected);
  });
});

// PeptideCutter; the rules of Pyteomics 5, whose thermolysin was mended by its report #135.
it.each<[Enzyme, string]>([
  ['thermolysin', 'S LAPG AG'],
  ['thermolysin', 'GKLP AK'],
  ['thermolysin', 'SDLPG LG'],
  ['chymotrypsin', 'AWMAW AFPYPGWPF G'],
  ['chymotrypsin-low', 'HDH GM WM MY HWMPH'],
])('%s cuts %s as PeptideCutter does', (enzyme, expected) => {
  const sequence = expected.replaceAll(' ', '');
  const pieces = [
    ...digest(sequence, { enzyme, specificity: 'full', missed_cleavages: 0, min_length: 1, max_length: 50 }),
  ];
  expect(pieces.map(({ start, end }) => sequence.slice(start, end)).join(' ')).toBe(expected);
});

describe('masses', () => {
  // Carbamidomethyl 57.021464 (Unimod 4), proton 1.007276, masses of residues from NIST.
  it('include carbamidomethyl and charges; rows have flanks', async () => {
    const done = await checkAndRun(tool, [fasta('>a\nMKACDEKGG')], { min_length: 2, cysteine: 'carbamidomethyl' });
    const row = done.values<Peptide>('peptides').find(({ sequence }) => sequence === 'ACDEK')!;
    // A 71.03711, C 103.00919 + 57.02146, D 115.02694, E 129.04259, K 128.09496, water 18.01056.
    expect(row.mono_mh).toBeCloseTo(622.25009, 3);
    expect(row.mz_2).toBeCloseTo((622.25009 + 1.00728) / 2, 3);
    expect(row.mz_3).toBeCloseTo((622.25009 + 2 * 1.00728) / 3, 3);
    expect(row).toMatchObject({ before: 'K', after: 'G' });
    // Biopython 1.88 molecular_weight, plus 57.0513.
    expect(row.average_mass).toBeCloseTo(621.6611, 3);
  });
});

describe('outputs', () => {
  it('keeps a peptide with an unknown residue, without a mass', async () => {
    const done = await checkAndRun(tool, [fasta('>a\nMKVXLAAGR')], { min_length: 2 });
    expect(done.values('peptides')).toMatchObject([
      { sequence: 'MK', mono_mh: expect.any(Number) },
      { sequence: 'VXLAAGR', mono_mh: null, gravy: null },
    ]);
  });

  it('keeps its results when it is stopped', async () => {
    const stop = new AbortController();
    const done = await checkAndRun(
      tool,
      [fasta(seven.join('\n'))],
      {},
      { signal: stop.signal, onProgress: () => stop.abort() },
    );
    expect(new Set(done.values<Peptide>('peptides').map(({ protein }) => protein)).size).toBe(1);
    expect(done.files).toHaveLength(2);
  });
});

describe('refusals', () => {
  const problems = (text: string, settings = {}) =>
    checkRequest(contract, check, [fasta(text)], settings).verdict.problems.map(({ message }) => message);

  it.each([
    ['empty', '', 'the content is empty'],
    ['wrong alphabet', '>a\nMK7', "line 2: character '7' is not an amino acid code"],
    ['junk', 'hello', "line 1: a FASTA record starts with '>', found 'h'"],
    ['no peptide', '>a\nMKMKMK', 'trypsin gives no peptide of 5 to 50 residues'],
  ])('%s', (_, text, message) => {
    expect(problems(text)).toEqual([message]);
  });

  it('too many peptides', () => {
    const many = problems(`>a\n${'AK'.repeat(15_000)}\n`.repeat(8), { min_length: 1 });
    expect(many).toEqual([expect.stringMatching(/^the digest has more than 100000 peptides/)]);
  });

  it('a minimum length above the maximum', () => {
    expect(problems('>a\nMK', { min_length: 60 })).toEqual(['min_length is 60, but max_length only 50']);
  });
});

it('without missed cleavages and limits, the peptides are the whole sequence', () => {
  const anyEnzyme = fc.constantFrom(...(Object.keys(enzymes) as Enzyme[]));
  fc.assert(
    fc.property(fc.stringMatching(/^[KRPEMFWYA]{1,60}$/), anyEnzyme, fc.nat(3), (sequence, enzyme, missed) => {
      const all = [
        ...digest(sequence, { enzyme, specificity: 'full', missed_cleavages: missed, min_length: 1, max_length: 200 }),
      ];
      const whole = all.filter((one) => one.missed === 0);
      expect(whole.map(({ start, end }) => sequence.slice(start, end)).join('')).toBe(sequence);
      const n = whole.length;
      const expected = Array.from({ length: missed + 1 }, (_, k) => Math.max(0, n - k)).reduce((a, b) => a + b);
      expect(all).toHaveLength(expected);
    }),
  );
});
