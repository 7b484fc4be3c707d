import type { Static } from 'typebox';
import { describe, expect, it, vi } from 'vitest';
import { ToolError } from '../contract.ts';
import { checkRequest } from '../shared/checkRequest.ts';
import { readTestData } from '../testdata/read.ts';
import { checkAndRun } from '../testing/testRun.ts';
import { check } from './check.ts';
import { run } from './run.ts';
import { contract, type identifiers } from './tool.ts';

// Loading the toolkits takes a second, but many seconds when the whole suite shares two cores.
vi.setConfig({ testTimeout: 120_000 });

const tool = { contract, check, run };
type Row = Static<typeof identifiers>;

const smiles = (text: string) => ({ id: 'in1', slotId: 'molecules', kind: 'smiles', format: 'SMILES', text });
const sdf = (text: string) => ({ id: 'in1', slotId: 'molecules', kind: 'ligand', format: 'SDF', text });
const atom = (x: number, symbol: string) => `${x.toFixed(4).padStart(10)}    0.0000    1.5000 ${symbol.padEnd(3)} 0  0`;
const methanol = [
  ...['methanol', '', '', '  6  5  0  0  0  0            999 V2000'],
  ...[atom(0, 'C'), atom(1.4, 'O'), ...[-1, -0.5, 0.5, 2].map((x) => atom(x, 'H'))],
  ...['  1  2  1  0', '  1  3  1  0', '  1  4  1  0', '  1  5  1  0', '  2  6  1  0', 'M  END', '$$$$', ''],
].join('\n');

describe('known answers', () => {
  it('the InChIKeys of the kinase library', async () => {
    const done = await checkAndRun(tool, [smiles(readTestData('kinase_library.smi'))], { to: 'INCHIKEY' });
    const keys = new Map(
      done.files[0]!.text.trimEnd()
        .split('\n')
        .map((line) => line.split('\t').reverse() as [string, string]),
    );
    expect(keys.size).toBe(14);
    expect(
      ['imatinib', 'nilotinib', 'gefitinib', 'bortezomib', 'aspirin', 'ibuprofen', 'stearic_acid'].map((name) =>
        keys.get(name),
      ),
    ).toEqual([
      'KTUFNOKKBVMGRW-UHFFFAOYSA-N',
      'HHZIURLSWUIHRB-UHFFFAOYSA-N',
      'XGALLCVXEZPNRQ-UHFFFAOYSA-N',
      'GXJABQQUPOEUTA-RDJZCZTQSA-N',
      'BSYNRYMUTXBXSQ-UHFFFAOYSA-N',
      'HEFNNWSXXWATRW-UHFFFAOYSA-N',
      'QIQXTHQIDYTFRH-UHFFFAOYSA-N',
    ]);
    expect(done.values('rejected')).toMatchObject([{ name: 'broken' }]);
  });

  it('an SDF with written hydrogens is the SMILES without them', async () => {
    const done = await checkAndRun(tool, [sdf(methanol)], { to: 'SMILES' });
    expect(done.files[0]).toMatchObject({ port: 'smiles', name: 'molecules.smi', text: 'CO\tmethanol\n' });
    const kept = await checkAndRun(tool, [sdf(methanol)], { to: 'SMILES', remove_hs: false });
    expect(kept.files[0]!.text).toBe('[H]OC([H])([H])[H]\tmethanol\n');
  });

  // Canonical SMILES of RDKit 2026.09.1 in Python.
  it.each([
    ['the stereo of a nitrogen in a ring of three', 'C[N@]1C[C@@H]1C', 'C[C@H]1C[N@@]1C'],
    ['a carbon that lacks a hydrogen', 'C[C@H]C', 'C[CH]C'],
    [
      'the stereo of artemisinin, which one way of drawing loses',
      'C[C@@H]1CC[C@H]2[C@@H](C)C(=O)O[C@@H]3O[C@@]4(C)CC[C@@H]1[C@@]23OO4',
      'C[C@@H]1CC[C@H]2[C@@H](C)C(=O)O[C@@H]3O[C@@]4(C)CC[C@@H]1[C@]32OO4',
    ],
  ])('keeps %s, also in an SDF', async (_, text, expected) => {
    const first = await checkAndRun(tool, [smiles(text)], { to: 'SDF' });
    expect(first.values<Row>('identifiers')[0]!.canonical_smiles).toBe(expected);
    const again = await checkAndRun(tool, [sdf(first.files[0]!.text)], { to: 'SMILES' });
    expect(again.values<Row>('identifiers')[0]!.canonical_smiles).toBe(expected);
  });

  it('keeps double bonds undefined in an InChI, even when they are drawn again', async () => {
    const done = await checkAndRun(tool, [smiles('CC=CC')], { to: 'INCHI', coordinates: '2d' });
    expect(done.values<Row>('identifiers')[0]).toMatchObject({
      inchi: 'InChI=1S/C4H8/c1-3-4-2/h3-4H,1-2H3',
      undefined_double_bonds: 1,
    });
  });

  it('warns of stereo that SMILES and InChI cannot express', async () => {
    const warningsOf = async (input: ReturnType<typeof sdf>) =>
      (await checkAndRun(tool, [input])).values<{ warning: string }>('warnings').map(({ warning }) => warning);
    expect(await warningsOf(smiles('CC=[C@]=CC'))).toContain('the stereo of an allene is not read');
    // RDKit in Python reads this as STEREOATROPCCW.
    expect(await warningsOf(sdf(readTestData('cases/structure/C26_atropisomer.sdf')))).toEqual([
      'which way round these bonds are turned (atropisomers) is in no SMILES and InChI: C8-C9',
    ]);
  });

  // Canonical SMILES of RDKit 2026.09.1 in Python.
  it.each([
    ['a quadruple bond', 'Cl[Re]$[Re]Cl', '[Cl][Re]$[Re][Cl]', /^a molfile cannot express a quadruple bond; SMILES/],
    ['a square planar atom', 'F[Pt@SP1](Cl)(Br)I', '[F][Pt@SP1]([Cl])([Br])[I]', /neighbours of a square planar/],
    [
      'an octahedral atom',
      'F[Co@OH1](Cl)(Br)(I)(C)N',
      '[CH3][Co@OH9]([NH2])([F])([Cl])([Br])[I]',
      /^a molfile cannot express how .* octahedral atom are arranged; SMILES keeps it$/,
    ],
  ])('converts %s to SMILES, and says why there is no SDF', async (_, text, expected, reason) => {
    const done = await checkAndRun(tool, [smiles(`${text} a`)], { to: 'SMILES' });
    expect(done.files[0]!.text).toBe(`${expected}\ta\n`);
    const both = await checkAndRun(tool, [smiles(`${text} a\nC b`)], { to: 'SDF' });
    expect(both.values('rejected')).toMatchObject([{ name: 'a', reason: expect.stringMatching(reason) }]);
  });

  it('gives InChI, and the reason when a molecule has none', async () => {
    const done = await checkAndRun(tool, [smiles('CO methanol\n*C dummy')], { to: 'INCHI' });
    expect(done.files[0]!.text).toBe('InChI=1S/CH4O/c1-2/h2H,1H3\tmethanol\n');
    expect(done.values('rejected')).toMatchObject([{ name: 'dummy', reason: 'InChI cannot express this molecule' }]);
  });
});

describe('SDF', () => {
  it('keeps the coordinates or makes 2D ones', async () => {
    const kept = await checkAndRun(tool, [sdf(methanol)]);
    expect(kept.files[0]!.text).toMatch(
      /^methanol\n[\s\S]*0\.0000 {4}0\.0000 {4}1\.5000 C[\s\S]*M {2}END\n\$\$\$\$\n$/,
    );
    const flat = await checkAndRun(tool, [sdf(methanol)], { coordinates: '2d' });
    expect(flat.files[0]!.text).not.toContain('1.5000 C ');
  });

  it('is read back as the same molecules, with the same names', async () => {
    const first = await checkAndRun(tool, [smiles(readTestData('kinase_library.smi'))]);
    const back = await checkAndRun(tool, [sdf(first.files[0]!.text)], { to: 'SMILES' });
    const of = (done: typeof first) => done.values<Row>('identifiers').map(({ name, inchikey }) => [name, inchikey]);
    expect(of(back)).toEqual(of(first));
    expect(first.files[0]!.text).toMatch(/0\.75|1\.5/);
  });

  it('keeps the finished molecules when it is stopped', async () => {
    const stop = new AbortController();
    const onProgress = () => stop.abort();
    const done = await checkAndRun(tool, [smiles('C a\nC b')], {}, { signal: stop.signal, onProgress });
    expect(done.values<Row>('identifiers')).toMatchObject([{ name: 'a' }]);
    expect(done.files).toHaveLength(1);
  });
});

describe('data of a file besides atoms and bonds', () => {
  const testCase = (name: string) => readTestData(`cases/structure/${name}`);
  const back = async (text: string) => (await checkAndRun(tool, [sdf(text)])).values<Row>('identifiers');

  it('C08: keeps tags and names from tags in SDF, SMILES and back', async () => {
    const first = await checkAndRun(tool, [sdf(testCase('C08_ids_in_tags.sdf'))]);
    const written = first.files[0]!.text;
    expect(written).toMatch(/^Z1001\n[\s\S]*M {2}END\n> <idnumber>\nZ1001\n\n> <IC50_nM>\n2\.5\n\n\$\$\$\$\nZ1002\n/);
    expect(await back(written)).toEqual(first.values('identifiers'));
    const list = (await checkAndRun(tool, [sdf(written)], { to: 'SMILES' })).files[0]!.text;
    expect(list.split('\n').slice(0, 2)).toEqual(['smiles\tname\tidnumber\tIC50_nM', 'Oc1ccccc1\tZ1001\tZ1001\t2.5']);
    expect((await checkAndRun(tool, [smiles(list)])).values('identifiers')).toEqual(first.values('identifiers'));
  });

  it('C20b: keeps stereo groups in SDF, SMILES and back', async () => {
    const first = await checkAndRun(tool, [sdf(testCase('C20b_v3000_or_group.sdf'))]);
    expect(first.files[0]!.text).toContain('M  V30 MDLV30/STEREL1 ATOMS=(1 ');
    // RDKit 2026.09.1 in Python: C[C@H](F)Cl |o1:1|.
    expect(first.values('identifiers')).toMatchObject([
      { canonical_smiles: 'C[C@H](F)Cl |o1:1|', tags: { ID: 'E-1' } },
    ]);
    expect(await back(first.files[0]!.text)).toEqual(first.values('identifiers'));
    const list = (await checkAndRun(tool, [sdf(first.files[0]!.text)], { to: 'SMILES' })).files[0]!.text;
    expect((await checkAndRun(tool, [smiles(list)])).values('identifiers')).toEqual(first.values('identifiers'));
  });

  it.each(['C19_stereo.smi', 'C22_cxsmiles.smi', 'C24_isotopes.smi', 'C25_descriptors.smi', 'C12_fragments.smi'])(
    'molecules of %s come back the same from SDF, with hydrogens or without',
    async (file) => {
      for (const remove_hs of [true, false]) {
        const first = await checkAndRun(tool, [smiles(testCase(file))], { remove_hs });
        expect(await back(first.files[0]!.text)).toEqual(first.values('identifiers'));
      }
    },
  );

  it('keeps the isotopes of a molfile, including D and T', async () => {
    const water = methanol.replace(' H  ', ' D  ').replace('M  END', 'M  ISO  1   6   3\nM  END');
    const done = await checkAndRun(tool, [sdf(water)], { to: 'SMILES' });
    expect(done.files[0]!.text).toBe('[2H]CO[3H]\tmethanol\n');
  });

  it('keeps only the parent of a salt on request, with its coordinates', async () => {
    const done = await checkAndRun(tool, [smiles('Cl.CCN a')], { remove_salts: true });
    expect(done.values('identifiers')).toMatchObject([{ canonical_smiles: 'CCN', removed_fragments: 'Cl' }]);
    expect(done.values('left_out')).toMatchObject([{ of: 'a', what: 'fragment', name: 'Cl' }]);
    const whole = await checkAndRun(tool, [smiles('Cl.CCN a')]);
    expect(whole.values('identifiers')).toMatchObject([{ canonical_smiles: 'CCN.Cl', removed_fragments: '' }]);
  });
});

describe('refusals', () => {
  it.each([
    ['empty', smiles(''), 'the content is empty'],
    ['junk', sdf('hello'), 'line 4: no counts line that ends with V2000 or V3000 (fourth line of a molfile)'],
  ])('%s', (_, input, message) => {
    expect(checkRequest(contract, check, [input], {}).verdict.problems).toMatchObject([{ message }]);
  });

  it('fails the run when nothing can be converted', async () => {
    await expect(checkAndRun(tool, [smiles('*C')], { to: 'INCHI' })).rejects.toThrow(
      'InChI cannot express this molecule',
    );
    await expect(checkAndRun(tool, [smiles('C(')])).rejects.toBeInstanceOf(ToolError);
  });
});
