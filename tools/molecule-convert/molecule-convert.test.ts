import type { Static } from 'typebox';
import { describe, expect, it, vi } from 'vitest';
import { ToolError } from '../contract.ts';
import { checkRequest } from '../shared/checkRequest.ts';
import { checkAndRun } from '../shared/testRun.ts';
import { readTestData } from '../testdata/read.ts';
import { check } from './check.ts';
import { run } from './run.ts';
import { contract, type identifiers } from './tool.ts';

// Toolkits load in a second, and in many where the whole suite shares two cores.
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

  it('InChI, and why a molecule has none', async () => {
    const done = await checkAndRun(tool, [smiles('CO methanol\n*C dummy')], { to: 'INCHI' });
    expect(done.files[0]!.text).toBe('InChI=1S/CH4O/c1-2/h2H,1H3\tmethanol\n');
    expect(done.values('rejected')).toMatchObject([{ name: 'dummy', reason: 'InChI cannot express this molecule' }]);
  });
});

describe('SDF', () => {
  it('keeps the coordinates or makes flat ones', async () => {
    const kept = await checkAndRun(tool, [sdf(methanol)]);
    expect(kept.files[0]!.text).toMatch(
      /^methanol\n[\s\S]*0\.0000 {4}0\.0000 {4}1\.5000 C[\s\S]*M {2}END\n\$\$\$\$\n$/,
    );
    const flat = await checkAndRun(tool, [sdf(methanol)], { coordinates: '2d' });
    expect(flat.files[0]!.text).not.toContain('1.5000 C ');
  });

  it('comes back as the same molecules, with the same names', async () => {
    const first = await checkAndRun(tool, [smiles(readTestData('kinase_library.smi'))]);
    const back = await checkAndRun(tool, [sdf(first.files[0]!.text)], { to: 'SMILES' });
    const of = (done: typeof first) => done.values<Row>('identifiers').map(({ name, inchikey }) => [name, inchikey]);
    expect(of(back)).toEqual(of(first));
    expect(first.files[0]!.text).toMatch(/0\.75|1\.5/);
  });

  it('keeps what it had when it is stopped', async () => {
    const stop = new AbortController();
    const onProgress = () => stop.abort();
    const done = await checkAndRun(tool, [smiles('C a\nC b')], {}, { signal: stop.signal, onProgress });
    expect(done.values<Row>('identifiers')).toMatchObject([{ name: 'a' }]);
    expect(done.files).toHaveLength(1);
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
