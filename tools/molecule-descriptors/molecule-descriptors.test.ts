import type { Static } from 'typebox';
import { describe, expect, it, vi } from 'vitest';
import { ToolError } from '../contract.ts';
import { checkRequest } from '../shared/checkRequest.ts';
import { readTestData } from '../testdata/read.ts';
import { checkAndRun } from '../testing/testRun.ts';
import { check } from './check.ts';
import { descriptorNames } from './descriptors.ts';
import { run } from './run.ts';
import { contract, type descriptorRow } from './tool.ts';

// Loading the toolkits takes a second, but many seconds when the whole suite shares two cores.
vi.setConfig({ testTimeout: 120_000 });

const tool = { contract, check, run };
type Row = Static<typeof descriptorRow>;

const smiles = (text: string, id = 'in1') => ({ id, slotId: 'molecules', kind: 'smiles', format: 'SMILES', text });
const library = () => checkAndRun(tool, [smiles(readTestData('kinase_library.smi'))]);

describe('known answers', async () => {
  const done = await library();
  const rows = new Map(done.values<Row>('descriptors').map((row) => [row.name, row]));

  // Columns: InChIKey, mass, Crippen logP, TPSA, donors, acceptors, rotatable bonds, Lipinski violations, Veber.
  it.each([
    ['imatinib', 'KTUFNOKKBVMGRW-UHFFFAOYSA-N', '493.615', '4.5903', '86.28', 2, 7, 7, 0, true],
    ['nilotinib', 'HHZIURLSWUIHRB-UHFFFAOYSA-N', '529.526', '6.3558', '97.62', 2, 6, 6, 2, true],
    ['gefitinib', 'XGALLCVXEZPNRQ-UHFFFAOYSA-N', '446.910', '4.2756', '68.74', 1, 7, 8, 0, true],
    ['bortezomib', 'GXJABQQUPOEUTA-RDJZCZTQSA-N', '384.245', '0.3606', '124.44', 4, 6, 9, 0, true],
    ['aspirin', 'BSYNRYMUTXBXSQ-UHFFFAOYSA-N', '180.159', '1.3101', '63.60', 1, 3, 2, 0, true],
    ['ibuprofen', 'HEFNNWSXXWATRW-UHFFFAOYSA-N', '206.285', '3.0732', '37.30', 1, 1, 4, 0, true],
    ['stearic_acid', 'QIQXTHQIDYTFRH-UHFFFAOYSA-N', '284.484', '6.3325', '37.30', 1, 1, 16, 1, false],
  ])('%s', (name, inchikey, amw, logP, tpsa, hbd, hba, rotatable, lipinski, veber) => {
    const row = rows.get(name)!;
    expect({
      ...row,
      amw: row.amw!.toFixed(3),
      logP: row.CrippenClogP!.toFixed(4),
      tpsa: row.tpsa!.toFixed(2),
    }).toMatchObject({
      inchikey,
      amw,
      logP,
      tpsa,
      NumHBD: hbd,
      NumHBA: hba,
      NumRotatableBonds: rotatable,
      lipinski_violations: lipinski,
      veber,
    });
  });

  // Expected values from MurckoScaffoldSmiles of RDKit 2026.09.1 in Python.
  it.each([
    ['imatinib', '', 'O=C(Nc1cccc(Nc2nccc(-c3cccnc3)n2)c1)c1ccc(CN2CCNCC2)cc1'],
    ['quercetin', '', 'O=c1cc(-c2ccccc2)oc2ccccc12'],
    ['aspirin', '', 'c1ccccc1'],
    ['stearic_acid', '', ''],
    ['bosutinib', '', 'c1ccc(Nc2ccnc3cc(OCCCN4CCNCC4)ccc23)cc1'],
    ['an exocyclic double bond', 'ON=C1CCCCC1', 'N=C1CCCCC1'],
    ['a sulfone', 'O=S(=O)(c1ccccc1)c1ccccc1', 'O=S(=O)(c1ccccc1)c1ccccc1'],
    ['a methylpyridinium', 'C[n+]1ccccc1', 'c1cc[nH+]cc1'],
    ['a ketone beside the ring', 'CC(=O)c1ccccc1', 'c1ccccc1'],
    ['a linker', 'C1CC1C#CC1CC1', 'C(#CC1CC1)C1CC1'],
    ['a metal', 'N[Pt]1(N)OC(=O)C2(CCC2)C(=O)O1', 'O=C1[O][Pt][O]C(=O)C12CCC2'],
  ])('the scaffold of %s', async (name, text, scaffold) => {
    const found = text ? (await checkAndRun(tool, [smiles(text)])).values<Row>('descriptors')[0] : rows.get(name);
    expect(found!.murcko_scaffold).toBe(scaffold);
  });

  it('rejects the broken row with RDKit’s reason, and reports real progress', () => {
    expect(done.values('rejected')).toEqual([
      { line: 15, name: 'broken', reason: 'SMILES Parse Error: syntax error while parsing: C1CC(' },
    ]);
    expect(rows.size).toBe(14);
    expect(done.reports.map(({ done }) => done)).toEqual(Array.from({ length: 15 }, (_, i) => i + 1));
    expect(done.files[0]!.text.trimEnd().split('\n')).toHaveLength(15);
  });
});

describe('outputs', () => {
  it('returns the chosen descriptors', async () => {
    const done = await checkAndRun(tool, [smiles('CCO ethanol')], { descriptors: [...descriptorNames] });
    expect(done.values<Row>('descriptors')[0]).toMatchObject({
      formula: 'C2H6O',
      NumHeavyAtoms: 3,
      Phi: expect.any(Number),
    });
    expect(done.files[0]!.text.split('\n')[0]!.split('\t')).toHaveLength(55);
  });

  it('describes the largest fragment of a salt, or all of it', async () => {
    const salt = [smiles('Cl.C[C@H](N)C(=O)O alanine hydrochloride')];
    const [free] = (await checkAndRun(tool, salt)).values<Row>('descriptors');
    expect(free).toMatchObject({ inchikey: 'QNAYBMKLOCPYGJ-REOHCLBHSA-N', name: 'alanine hydrochloride' });
    const [whole] = (await checkAndRun(tool, salt, { remove_salts: false })).values<Row>('descriptors');
    expect(whole).toMatchObject({ formula: 'C3H8ClNO2' });
  });

  it.each([
    ['C[NH3+]', 'CH6N+'],
    ['[O-]S(=O)(=O)[O-]', 'O4S-2'],
    ['[2H]C', 'CH4'],
    ['N', 'H3N'],
  ])('writes the formula of %s', async (text, formula) => {
    expect((await checkAndRun(tool, [smiles(text)])).values<Row>('descriptors')[0]!.formula).toBe(formula);
  });

  it('reads SDF with several records, old and new style', async () => {
    const atom = (symbol: string) => `    0.0000    0.0000    0.0000 ${symbol.padEnd(3)} 0  0`;
    const v2000 = [
      'methane',
      '',
      '',
      '  1  0  0  0  0  0            999 V2000',
      atom('C'),
      'M  END',
      '> <a>',
      'b',
      '',
      '$$$$',
    ];
    const v3000 = [
      '',
      '',
      '',
      '  0  0  0     0  0            999 V3000',
      'M  V30 BEGIN CTAB',
      'M  V30 COUNTS 1 0 0 0 0',
    ];
    const rest = [
      'M  V30 BEGIN ATOM',
      'M  V30 1 O 0 0 0 0',
      'M  V30 END ATOM',
      'M  V30 END CTAB',
      'M  END',
      '$$$$',
      '',
    ];
    const text = [...v2000, ...v3000, ...rest].join('\n');
    const done = await checkAndRun(tool, [{ ...smiles(text), kind: 'ligand', format: 'SDF' }]);
    const rows = done.values<Row>('descriptors').map(({ name, canonical_smiles }) => [name, canonical_smiles]);
    expect(rows).toEqual([
      ['methane', 'C'],
      ['molecule_2', 'O'],
    ]);
  });

  it('keeps the finished molecules when it is stopped', async () => {
    const stop = new AbortController();
    const onProgress = (n: number) => {
      if (n === 3) stop.abort();
    };
    const done = await checkAndRun(tool, [smiles('C\n'.repeat(9))], {}, { signal: stop.signal, onProgress });
    expect(done.values('descriptors')).toHaveLength(3);
    expect(done.files[0]!.text.trimEnd().split('\n')).toHaveLength(4);
  });
});

describe('refusals', () => {
  const problemsOf = (text: string, more = {}) =>
    checkRequest(contract, check, [{ ...smiles(text), ...more }], {}).verdict.problems.map(({ message }) => message);

  it.each([
    ['empty', '', 'the content is empty'],
    ['too long', 'C'.repeat(1501), 'line 1: the SMILES has 1501 characters, the limit is 1500'],
    ['too many', 'C\n'.repeat(10_001), 'line 10001: more than 10000 molecules'],
    ['control characters', 'C\nC\u0000C x', 'line 2: contains a NUL character; the content is not text'],
  ])('%s', (_, text, message) => {
    expect(problemsOf(text)).toEqual([message]);
  });

  it.each([
    ['junk', 'hello\nworld', 'line 4: no counts line that ends with V2000 or V3000 (fourth line of a molfile)'],
    ['no end', 'x\n\n\n  0  0  0  0  0  0            999 V2000', "line 4: the molfile has no 'M  END'"],
    [
      'missing atoms',
      'x\n\n\n  3  0  0  0  0  0            999 V2000\nM  END',
      'line 4: the counts line declares 3 atoms, found 0',
    ],
  ])('SDF: %s', (_, text, message) => {
    expect(problemsOf(text, { kind: 'ligand', format: 'SDF' })).toEqual([message]);
  });

  it.each([
    [
      'open ring',
      'C1CC( world',
      /no molecule could be used; first error: .*line 1: molecule 'world': SMILES Parse Error/,
    ],
    ['five-valent carbon', 'C(C)(C)(C)(C)C x', /Explicit valence for atom # 0 C, 5, is greater than permitted/],
    ['no kekulé form', 'c1cccc1', /Can't kekulize mol\. Unkekulized atoms: 0 1 2 3 4/],
    ['too many heavy atoms', 'C'.repeat(401), /401 heavy atoms, the limit is 400/],
    ['no heavy atom', '[H][H]', /the molecule has no heavy atom/],
    ['a bond of queries', 'C~C', /character '~' is not allowed in SMILES/],
  ])('%s fails the run', async (_, text, reason) => {
    const failure = checkAndRun(tool, [smiles(text)]);
    await expect(failure).rejects.toThrow(reason);
    await expect(failure).rejects.toBeInstanceOf(ToolError);
  });

  it('one bad row fails the run with on_error=fail', async () => {
    await expect(checkAndRun(tool, [smiles('CC a\nC1CC( b\nCCC c')], { on_error: 'fail' })).rejects.toThrow(
      "input.inputs[0].content: line 2: molecule 'b': SMILES Parse Error: syntax error while parsing: C1CC(",
    );
  });

  it('charges for each started thousand', () => {
    const units = (n: number) => checkRequest(contract, check, [smiles('C\n'.repeat(n))], {}).verdict.units;
    expect([1, 1000, 1001, 10_000].map(units)).toEqual([1, 1, 2, 10]);
  });
});
