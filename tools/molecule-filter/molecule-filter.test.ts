import type { Static } from 'typebox';
import { describe, expect, it, vi } from 'vitest';
import { ToolError } from '../contract.ts';
import { checkRequest } from '../shared/checkRequest.ts';
import { readTestData } from '../testdata/read.ts';
import { checkAndRun } from '../testing/testRun.ts';
import { check } from './check.ts';
import { run } from './run.ts';
import { contract, type verdict } from './tool.ts';

// Loading the toolkits takes a second, but many seconds when the whole suite shares two cores.
vi.setConfig({ testTimeout: 120_000 });

const tool = { contract, check, run };
type Verdict = Static<typeof verdict>;

const smiles = (text: string) => ({ id: 'in1', slotId: 'molecules', kind: 'smiles', format: 'SMILES', text });
const off = { lipinski_max_violations: null, veber: false, pains: false };

describe('known answers', () => {
  it('passes 10 molecules of the kinase library, and gives reasons for the others', async () => {
    const done = await checkAndRun(tool, [smiles(readTestData('kinase_library.smi'))]);
    const verdicts = done.values<Verdict>('verdicts');
    expect(verdicts.filter(({ passed }) => passed)).toHaveLength(10);
    expect(
      Object.fromEntries(verdicts.filter(({ passed }) => !passed).map(({ name, reasons }) => [name, reasons])),
    ).toEqual({
      nilotinib: ['Lipinski: 2 violations'],
      bosutinib: ['Lipinski: 2 violations'],
      stearic_acid: ['Veber: 16 rotatable bonds, TPSA 37.3'],
      quercetin: ['PAINS: catechol_A(92)'],
      broken: ['SMILES Parse Error: syntax error while parsing: C1CC('],
    });
    const [passed, rejected] = done.files;
    expect(
      passed!.text
        .trimEnd()
        .split('\n')
        .map((line) => line.split('\t')[1]),
    ).toEqual(verdicts.filter(({ passed }) => passed).map(({ name }) => name));
    expect(rejected!.text).toMatch(/^line\tname\treasons\n2\tnilotinib\tLipinski: 2 violations\n/);
    expect(done.reports.at(-1)).toEqual({ done: 15, total: 15 });
  });

  it('PAINS: two of 47 CDK2 ligands, and a benzylidene rhodanine', async () => {
    const settings = { ...off, pains: true };
    const ligands = await checkAndRun(tool, [smiles(readTestData('cdk2_47.smi'))], settings);
    expect(ligands.values<Verdict>('verdicts').filter(({ passed }) => !passed)).toHaveLength(2);
    const rhodanine = await checkAndRun(tool, [smiles('O=C1NC(=S)SC1=Cc1ccccc1')], settings);
    expect(rhodanine.values<Verdict>('verdicts')[0]!.reasons).toEqual(['PAINS: ene_rhod_A(235)']);
  });
});

it('C12: filters by the drug of a salt, not by its larger salt former', async () => {
  const done = await checkAndRun(tool, [smiles(readTestData('cases/structure/C12_fragments.smi'))], { pains: false });
  const [passed] = done.files;
  const lines = new Map(
    passed!.text
      .trimEnd()
      .split('\n')
      .map((line) => line.split('\t').reverse() as [string, string]),
  );
  expect(lines.get('hydroxyzine_pamoate')).toBe('OCCOCCN1CCN(C(c2ccccc2)c2ccc(Cl)cc2)CC1');
  expect(lines.get('dobutamine_lactobionate')).toBe('CC(CCc1ccc(O)cc1)NCCc1ccc(O)c(O)c1');
  const verdicts = done.values<Verdict>('verdicts');
  expect(verdicts.find(({ name }) => name === 'ethylamine_hcl')).toMatchObject({ removed_fragments: 'Cl' });
});

it('keeps tags in rows and in both files', async () => {
  const text = 'smiles\tid\tIC50\nCCO\ta\t5\nC(\tb\t6\n';
  const done = await checkAndRun(tool, [smiles(text)], off);
  expect(done.values<Verdict>('verdicts').map(({ name, tags }) => [name, tags])).toEqual([
    ['a', { IC50: '5' }],
    ['b', { IC50: '6' }],
  ]);
  expect(done.files[0]!.text).toBe('smiles\tname\tIC50\nCCO\ta\t5\n');
  expect(done.files[1]!.text).toMatch(/^line\tname\treasons\ttag:IC50\n3\tb\t[^\t]+\t6\n$/);
});

describe('settings', () => {
  const reasons = async (text: string, settings: object) =>
    (await checkAndRun(tool, [smiles(text)], { ...off, ...settings }))
      .values<Verdict>('verdicts')
      .map((one) => one.reasons);

  it('each is applied independently', async () => {
    expect(await reasons('CCO', { ranges: { amw: { min: 50 }, NumRings: { max: 0 } } })).toEqual([
      ['amw 46.069 is below 50'],
    ]);
    expect(await reasons('CCO', { smarts_include: ['[OX2H]', 'c'], smarts_exclude: ['CO'] })).toEqual([
      ['lacks c', 'has CO'],
    ]);
    expect(await reasons('CCO.Cl', { reject_multi_fragment: true })).toEqual([['2 fragments']]);
    expect(await reasons('CCO.Cl', {})).toEqual([[]]);
  });

  it('writes the largest fragment, and no list of molecules when none passes', async () => {
    expect((await checkAndRun(tool, [smiles('CCO.Cl a')], off)).files[0]!.text).toBe('CCO\ta\n');
    const none = await checkAndRun(tool, [smiles('CCO a')], { smarts_include: ['N'] });
    expect(none.files.map(({ port }) => port)).toEqual(['rejected']);
  });

  it('keeps the finished molecules when it is stopped', async () => {
    const stop = new AbortController();
    const onProgress = () => stop.abort();
    const done = await checkAndRun(tool, [smiles('CCO\nCCN\n')], off, { signal: stop.signal, onProgress });
    expect(done.values('verdicts')).toHaveLength(1);
    expect(done.files).toHaveLength(2);
  });
});

describe('refusals', () => {
  const problems = (text: string, settings = {}) =>
    checkRequest(contract, check, [smiles(text)], settings).verdict.problems;

  it.each([
    ['nothing', '', {}, 'input.inputs[0].content', 'the content is empty'],
    ['an open bracket', 'C', { smarts_include: ['C', '[C'] }, 'settings.smarts_include[1]', "'[C' lacks a ']'"],
    [
      'another notation',
      'C',
      { smarts_exclude: ['{"a":1}'] },
      'settings.smarts_exclude[0]',
      `'{"a":1}' has the character '"', which is not allowed in SMARTS`,
    ],
    ['an empty range', 'C', { ranges: { amw: { min: 2, max: 1 } } }, 'settings.ranges.amw', 'min is 2, but max only 1'],
    ['an unknown descriptor', 'C', { ranges: { mass: {} } }, 'settings.ranges.mass', "this tool has no setting 'mass'"],
  ])('%s', (_, text, settings, path, message) => {
    expect(problems(text, settings)).toEqual([{ path, message }]);
  });

  it('fails the run for an unreadable SMARTS, and when no molecule can be used', async () => {
    const failure = checkAndRun(tool, [smiles('C')], { smarts_include: ['c1ccc'] });
    await expect(failure).rejects.toThrow(/^settings\.smarts_include\[0\]: SMARTS 'c1ccc': /);
    await expect(failure).rejects.toBeInstanceOf(ToolError);
    await expect(checkAndRun(tool, [smiles('C1CC( world')])).rejects.toThrow(
      "no molecule could be used; first error: input.inputs[0].content: line 1: molecule 'world': SMILES Parse Error",
    );
  });
});
