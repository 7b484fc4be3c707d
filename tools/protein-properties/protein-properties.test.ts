import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ToolInput } from '../contract.ts';
import { checkRequest } from '../shared/checkRequest.ts';
import { readTestData } from '../testdata/read.ts';
import { checkAndRun } from '../testing/testRun.ts';
import { check } from './check.ts';
import { windowMeans } from './hydropathyProfile.ts';
import { chargeAt, countResidues, ionizableGroups, isoelectricPoint, mass } from './massAndCharge.ts';
import type { Properties } from './protParam.ts';
import { run } from './run.ts';
import { contract } from './tool.ts';

const tool = { contract, check, run };
const fromCase = (file: string) => fasta(readTestData(`cases/sequence/${file}`));
const fasta = (text: string, id = 'in1') => ({ id, slotId: 'sequences', kind: 'protein', format: 'FASTA', text });

describe('known answers', () => {
  // Biopython ProtParam. Name, length, average (IUPAC) and monoisotopic mass, pI, charge at pH 7, GRAVY, instability,
  // aliphatic, aromaticity, ε280.
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
    const done = await checkAndRun(tool, [fasta(readTestData(`${file}.fasta`))], { masses: 'iupac' });
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

/** Results of ExPASy ProtParam in publications, compared to the printed digit. */
describe('compared with ExPASy ProtParam', () => {
  // Metallothioneins of Oryza coarctata (web.expasy.org/protparam, 2026).
  it.each([
    [
      'MSCCGGNCGCGSGCKCGSGCGGCKMYPEMAEEVTTTQTVIMGVAPSKGHAEGLEAGAAAGAGAENGCKCGDNCTCNPCTCGK',
      '7838.90',
      '5.13',
      'C303H494N94O113S18',
      '38.87',
      '31.10',
      '-0.070',
    ],
    [
      'MSCCGGNCGCGSGCKCGSGCGGCKMYPEMAEEVTTTQTVIMGVAPSKGYVHQSFLRLHALYL',
      '6414.48',
      '7.53',
      'C267H425N75O84S12',
      '56.53',
      '55.00',
      '0.168',
    ],
    [
      'MSCSCGSSCSCGSNCSCGKKYPDLEEKSSSAQATVVLGVAPEKKAQFEAAAESGETAHGCSCGSNCKCNPCNC',
      '7323.16',
      '5.66',
      'C288H465N87O110S13',
      '54.95',
      '33.56',
      '-0.322',
    ],
    [
      'MSCGGSCNCGSSCGCGCGKMYPDLAEKNTTTTTISVTMVLGVAPEKGFQVAADSGEAAHGCSCGSSCNCNPCNC',
      '7269.18',
      '4.90',
      'C285H459N85O107S15',
      '47.61',
      '39.59',
      '0.039',
    ],
    [
      'MSCGGSCNCGSCDCGGGCGKMYPDLAEKITTTTTTATTVLGVAPEKGHFEAVGKVGEYGEAAHGCSCGSSCKCNPCNC',
      '7708.68',
      '5.48',
      'C309H492N90O112S14',
      '42.15',
      '37.56',
      '-0.103',
    ],
    [
      'MSCGGSCNCGSCGCGGGCGKMYPDLAEKITTTTTATTVLGVAPEKGQFERVGKAAETGEGAHGCSCGSSCKCNPCNC',
      '7535.51',
      '6.50',
      'C298H485N91O109S14',
      '42.52',
      '34.29',
      '-0.164',
    ],
    [
      'MSCGGSCNCGSSCKCGSGCGYDFSVKMYPDLADKNTTTTSATMVIGVAPEKGSGEAGFEVAAGSGEAAEGCGCGSSCKCNPCNC',
      '8160.09',
      '4.55',
      'C324H513N93O123S15',
      '41.13',
      '32.62',
      '-0.076',
    ],
  ])('%s', async (sequence, mass, pI, formula, instability, aliphatic, gravy) => {
    const [row] = (await checkAndRun(tool, [fasta(`>a\n${sequence}`)])).values<Properties>('properties');
    expect(row!.molecular_weight.toFixed(2)).toBe(mass);
    expect(row!.isoelectric_point.toFixed(2)).toBe(pI);
    expect(row!.formula).toBe(formula);
    expect(row!.instability_index!.toFixed(2)).toBe(instability);
    expect(row!.aliphatic_index.toFixed(2)).toBe(aliphatic);
    expect(row!.gravy!.toFixed(3)).toBe(gravy);
  });

  it('gives counts, absorbances and half-lives of the first of them', async () => {
    const sequence = 'MSCCGGNCGCGSGCKCGSGCGGCKMYPEMAEEVTTTQTVIMGVAPSKGHAEGLEAGAAAGAGAENGCKCGDNCTCNPCTCGK';
    const [row] = (await checkAndRun(tool, [fasta(`>a\n${sequence}`)])).values<Properties>('properties');
    expect(row).toMatchObject({
      ...{ length: 82, negative: 7, positive: 5, atoms: 1022, ext_cystine: 2365, ext_reduced: 1490, stable: true },
      ...{ abs_01_cystine: 0.302, abs_01_reduced: 0.19 },
      ...{ half_life_mammalian: '30 hours', half_life_yeast: '>20 hours', half_life_ecoli: '>10 hours' },
    });
    expect(row!.composition_pct).toMatchObject({ A: 11, R: 0, N: 4.9, C: 17.1, G: 22 });
  });

  // The chain of 1TUP, and a fusion with dCas9 whose composition was published. Their order is not known, so the pI,
  // which depends on the ends, is not compared.
  it.each([
    ['A7R17N9D8C10Q7E11G13H7I6L14K5M6F5P14S19T14W1Y8V15', '22003.93', 'C945H1493N283O292S16', '-0.503', '65.56'],
    [
      ...['A82R87N77D102C5Q59E121G92H40I97L155K167M24F69P45S99T72W9Y58V78', '176760.70'],
      ...['C7899H12569N2191O2350S29', '-0.648', '83.94'],
    ],
  ])('%s', async (composition, mass, formula, gravy, aliphatic) => {
    const sequence = composition!.replace(/([A-Z])(\d+)/g, (_, letter, count) => letter.repeat(Number(count)));
    const [row] = (await checkAndRun(tool, [fasta(`>a\n${sequence}`)])).values<Properties>('properties');
    expect([row!.molecular_weight.toFixed(2), row!.formula]).toEqual([mass, formula]);
    expect([row!.gravy!.toFixed(3), row!.aliphatic_index.toFixed(2)]).toEqual([gravy, aliphatic]);
  });

  it('case P01: has 3.55 at the C terminus for any residue', async () => {
    const rowsOf = async (settings: object) =>
      (await checkAndRun(tool, [fromCase('p01_c_terminal_acid.fasta')], { ...settings })).values<Properties>(
        'properties',
      );
    const [gggGD] = await rowsOf({});
    expect(gggGD!.isoelectric_point.toFixed(2)).toBe('3.80');
    expect(gggGD!.molecular_weight.toFixed(2)).toBe('361.31');
    // Biopython 1.88.
    const biopython = (await rowsOf({ pk_set: 'bjellqvist' })).map((row) => row.isoelectric_point.toFixed(2));
    expect(biopython.slice(0, 2)).toEqual(['4.30', '4.60']);
  });

  it('case P02: gives the mass of serum albumin', async () => {
    const [row] = (await checkAndRun(tool, [fromCase('p02_albumin.fasta')])).values<Properties>('properties');
    expect(row!.molecular_weight.toFixed(2)).toBe('69366.68');
    // 35 cysteines make 17 cystines.
    expect(row!.ext_cystine - row!.ext_reduced).toBe(17 * 125);
    expect(row!.composition.C).toBe(35);
  });

  it('case P03: gives the mass of all twenty amino acids', async () => {
    const [row] = (await checkAndRun(tool, [fromCase('p03_twenty.fasta')])).values<Properties>('properties');
    expect([row!.molecular_weight.toFixed(2), row!.monoisotopic_mass.toFixed(2)]).toEqual(['2395.74', '2394.12']);
  });

  // EMBOSS iep 6.6, ProtParam, and the R package Peptides for the other sets.
  it.each([
    ['protparam', '9.88'],
    ['emboss', '9.65'],
    ['stryer', '9.62'],
    ['lehninger', '9.93'],
    ['dawson', '9.57'],
  ])('pI of QWGRRCCGWGPGRRYCVRWC with the set %s', async (pk_set, expected) => {
    const done = await checkAndRun(tool, [fasta('>a\nQWGRRCCGWGPGRRYCVRWC')], { pk_set });
    expect(done.values<Properties>('properties')[0]!.isoelectric_point.toFixed(2)).toBe(expected);
  });
});

describe('residues that some tables lack', () => {
  it('case P04b: gives U and O a mass and no hydropathy', async () => {
    const done = await checkAndRun(tool, [fromCase('p04b_U_O_alone.fasta')]);
    const rows = new Map(done.values<Properties>('properties').map((row) => [row.id, row]));
    expect(rows.get('U')).toMatchObject({
      monoisotopic_mass: 168.9642,
      gravy: null,
      instability_index: null,
      stable: null,
    });
    expect(rows.get('U')!.molecular_weight.toFixed(2)).toBe('168.05');
    expect(rows.get('O')).toMatchObject({ monoisotopic_mass: 255.1583, gravy: null, formula: 'C12H21N3O3' });
    expect(rows.get('GUG')).toMatchObject({ gravy: -0.4, formula: 'C7H13N3O4Se' });
    expect(rows.get('GCG')).toMatchObject({ gravy: 0.5667 });
    expect(done.values('warnings')).toHaveLength(4);
  });

  it('case P05y: lists what was left out', async () => {
    const done = await checkAndRun(tool, [fromCase('p05c_X_only.fasta')], { treat_unknown: 'exclude' });
    const [masked, plain] = done.values<Properties>('properties');
    expect(masked).toMatchObject({ length: 2, excluded: 3, gravy: 4.35, molecular_weight: plain!.molecular_weight });
    expect(plain).toMatchObject({ length: 2, excluded: 0, gravy: 4.35 });
    expect(done.values('left_out')).toEqual([
      {
        ...{ of: 'withX', what: 'residue', name: 'X1-2, X5', count: 3 },
        reason: 'it has no mass, and was left out as treat_unknown says',
      },
    ]);
    expect(done.files[0]!.text).toMatch(/^id\tdescription\tlength\texcluded\t/);
  });

  it.each([
    ['F05', 'f05_semicolon_comments.fasta', [30, 76]],
    ['F05b', 'f05b_hash_comments.fasta', [30, 76]],
    ['F08', 'f08_duplicate_names.fasta', [142, 147, 154, 76]],
    ['F21', 'f21_three_letter.fasta', [21]],
  ])('case %s: a row for each record of %s', async (_, file, lengths) => {
    const done = await checkAndRun(tool, [fromCase(file)]);
    const rows = done.values<Properties & { id: string }>('properties');
    expect(rows.map(({ length }) => length)).toEqual(lengths);
    expect(new Set(rows.map(({ id }) => id)).size).toBe(lengths.length);
    const warnings = done.values<{ warning: string }>('warnings').map(({ warning }) => warning);
    if (file.startsWith('f08')) expect(warnings).toEqual([expect.stringMatching(/another record has the header/)]);
    if (file.startsWith('f21')) expect(warnings[0]).toMatch(/^looks like three-letter codes/);
  });

  it('case F18: refuses a file in UTF-16, and names the encoding', () => {
    const { problems } = checkRequest(contract, check, [fromCase('f18_utf16.fasta')], {}).verdict;
    expect(problems.map(({ message }) => message)).toEqual([expect.stringMatching(/UTF-16: save it as UTF-8$/)]);
  });

  it('leaves out a methionine at the start on request', async () => {
    const done = await checkAndRun(tool, [fasta('>a\nMGV\n>b\nM')], { initiator_met: 'remove' });
    expect(done.values<Properties>('properties').map(({ formula }) => formula)).toEqual(['C7H14N2O3', 'C5H11NO2S']);
  });
});

describe('outputs', () => {
  it('writes one item per record and a table with the same rows', async () => {
    const done = await checkAndRun(tool, [fasta(readTestData('ubiquitin.fasta'), 'u'), fasta('>a\nMKV\n>a\nMKW', 'v')]);
    const items = done.items.filter(({ port }) => port === 'properties');
    expect(items.map(({ place }) => place.sourceInputIds)).toEqual([['u'], ['v'], ['v']]);
    const [table] = done.files;
    expect(table!.place.sourceInputIds).toEqual(['u', 'v']);
    expect(table!.text.trimEnd().split('\n')).toHaveLength(4);
    expect(table!.text).toMatch(/^id\tdescription\tlength\texcluded\tmolecular_weight\t/);
    expect(done.reports).toEqual([1, 2, 3].map((n) => ({ done: n, total: 3 })));
  });

  it('keeps its results when it is stopped', async () => {
    const stop = new AbortController();
    const text = '>a\nMKV\n'.repeat(10);
    const onProgress = (n: number) => n === 4 && stop.abort();
    const done = await checkAndRun(
      tool,
      [fasta(text)],
      {},
      { signal: stop.signal, onProgress: onProgress as () => void },
    );
    expect(done.values('properties')).toHaveLength(4);
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
    expect(done.values<Properties>('properties')[0]).toMatchObject({ id: 'sequence_1', molecular_weight: 8564.845 });
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

  it('a sequence without residues after exclusion', () => {
    expect(problemsOf('>a\nXXX', { treat_unknown: 'exclude' })[0]!.message).toContain('no residue of known mass');
  });

  it('files that were not read before the run', async () => {
    const settings = { charge_ph: 7, treat_unknown: 'reject' };
    const unread = checkRequest(contract, check, [{ ...fasta(''), text: undefined }], {});
    expect(unread.verdict.problems).toEqual([]);
    const { TestRun } = await import('../testing/testRun.ts');
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
        const groups = ionizableGroups(sequence, countResidues(sequence), 'protparam');
        expect(chargeAt(pH + 1, groups)).toBeLessThan(chargeAt(pH, groups));
        expect(chargeAt(isoelectricPoint(groups), groups)).toBeCloseTo(0, 5);
      }),
    );
  });
});

describe('the mature protein', () => {
  it('has the pI of EMBOSS iep and the mass of lysozyme with four disulfide bonds', async () => {
    const settings = { pk_set: 'emboss', disulfides: 4 };
    const done = await checkAndRun(tool, [fasta(readTestData('lysozyme.fasta'))], settings);
    // EMBOSS 6.6: iep -disulphides 4. Mass spectra of lysozyme give 14305.1 Da, e.g. Anal. Chem. 62:882-899 (1990).
    expect(done.values<Properties>('properties')[0]!.isoelectric_point).toBeCloseTo(11.0685, 3);
    expect(done.values<Properties>('properties')[0]!.molecular_weight).toBeCloseTo(14305.1, 0);
    expect(done.values<Properties>('properties')[0]).toMatchObject({ disulfides: 4, formula: 'C613H951N193O185S10' });
    expect(done.values('warnings')).toEqual([]);
  });

  it('limits disulfide bonds to the pairs of cysteines, and warns of it', async () => {
    const done = await checkAndRun(tool, [fasta('>a\nMCCCV')], { disulfides: 2 });
    expect(done.values('properties')).toMatchObject([{ disulfides: 1 }]);
    expect(done.values('warnings')).toMatchObject([{ warning: 'has cysteines for 1 disulfide bonds, not for 2' }]);
  });

  it('begins at first_residue, and names left-out residues by positions of the input', async () => {
    const settings = { first_residue: 4, treat_unknown: 'exclude' };
    const done = await checkAndRun(tool, [fasta('>a\nMKVGGDX')], settings);
    const alone = await checkAndRun(tool, [fasta('>a\nGGD')]);
    const { excluded: _, ...values } = done.values<Properties>('properties')[0]!;
    expect(alone.values<Properties>('properties')[0]).toMatchObject(values);
    expect(done.values('left_out')).toMatchObject([{ name: 'X7' }]);
  });

  it('is refused when first_residue is beyond the end of the protein', () => {
    const { problems } = checkRequest(contract, check, [fasta('>a\nMKV')], { first_residue: 4 }).verdict;
    expect(problems).toMatchObject([{ message: "line 1: record 'a' has 3 residues; first_residue is 4" }]);
  });
});

describe('the picture', () => {
  it('has the means around each residue, as in ProtScale', () => {
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

  it('is made only for the first twenty proteins', async () => {
    const text = Array.from({ length: 25 }, (_, i) => `>p${i}\nMKV`).join('\n');
    const done = await checkAndRun(tool, [fasta(text)]);
    const pictures = done.files.filter(({ port }) => port === 'picture');
    expect(pictures).toHaveLength(20);
    expect(pictures[0]!.text).toContain('<title>Hydropathy of p0</title>');
  });
});
