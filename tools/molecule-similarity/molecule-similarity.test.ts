import fc from 'fast-check';
import type { Static } from 'typebox';
import { describe, expect, it, vi } from 'vitest';
import { ToolError } from '../contract.ts';
import { checkRequest } from '../shared/checkRequest.ts';
import { packBits, tanimoto } from '../shared/fingerprints.ts';
import { readTestData } from '../testdata/read.ts';
import { checkAndRun } from '../testing/testRun.ts';
import { check } from './check.ts';
import { run } from './run.ts';
import { contract, type similarity } from './tool.ts';

// Loading the toolkits takes a second, but many seconds when the whole suite shares two cores.
vi.setConfig({ testTimeout: 120_000 });

const tool = { contract, check, run };
type Similarity = Static<typeof similarity>;

const smiles = (slotId: string, text: string) => ({ id: slotId, slotId, kind: 'smiles', format: 'SMILES', text });
const line = (file: string, name: string) =>
  readTestData(file)
    .split('\n')
    .find((line) => line.endsWith(` ${name}`))!;
const search = (query: string, library: string, settings = {}, options = {}) =>
  checkAndRun(tool, [smiles('queries', query), smiles('library', library)], settings, options);

describe('known answers', () => {
  it('adinazolam and alprazolam, as RDKit has them in Python', async () => {
    const done = await search(line('benzodiazepines10.smi', 'Adinazolam'), readTestData('benzodiazepines10.smi'));
    expect(done.values<Similarity>('similarities').slice(0, 2)).toMatchObject([
      { query: 'Adinazolam', name: 'Adinazolam', tanimoto: 1 },
      { name: 'Alprazolam', tanimoto: 0.7059 },
    ]);
    expect(done.items[1]!.place).toEqual({ sourceInputIds: ['queries', 'library'], rank: 2 });
    expect(done.files.map(({ name }) => name)).toEqual(['hits.smi', 'hits.tsv']);
    expect(done.reports.at(-1)).toEqual({ done: 11, total: 11 });
  });

  it('the drugs most similar to imatinib', async () => {
    const done = await search(line('kinase_library.smi', 'imatinib'), readTestData('kinase_library.smi'), {
      threshold: 0,
    });
    const found = new Map(done.values<Similarity>('similarities').map(({ name, tanimoto }) => [name, tanimoto]));
    expect(
      [
        'dasatinib',
        'bortezomib',
        'sorafenib',
        'gefitinib',
        'paracetamol',
        'erlotinib',
        'ibuprofen',
        'aspirin',
        'caffeine',
      ].map((name) => found.get(name)),
    ).toEqual([0.2745, 0.1979, 0.1959, 0.1682, 0.1486, 0.1313, 0.125, 0.0988, 0.0976]);
    expect(done.values('rejected')).toMatchObject([{ name: 'broken' }]);
  });

  it.each([
    ['rdkit', 0.9431],
    ['atom_pair', 0.6652],
    ['topological_torsion', 0.8431],
    ['maccs', expect.closeTo(0.9, 0)],
  ])('of %s fingerprints', async (fingerprint, expected) => {
    const [a, b] = ['Adinazolam', 'Alprazolam'].map((name) => line('benzodiazepines10.smi', name)) as [string, string];
    const done = await search(a, b, { fingerprint });
    expect(done.values<Similarity>('similarities')[0]!.tanimoto).toEqual(expected);
  });
});

describe('features of a fingerprint', () => {
  const coefficient = async (a: string, b: string, settings = {}) =>
    (await search(a, b, { threshold: 0, ...settings })).values<Similarity>('similarities')[0]!.tanimoto;

  // Expected values from RDKit 2026.09.1 in Python: rdFingerprintGenerator, 2048 bits, radius 2 and 3, countSimulation.
  it.each([
    ['morgan', { radius: 2, counts: true }, 0.7385],
    ['morgan', { radius: 3 }, 0.6316],
    ['rdkit', { counts: true }, 0.9402],
    ['atom_pair', { counts: false }, 0.616],
    ['topological_torsion', { counts: false }, 0.8485],
  ])('adinazolam and alprazolam by %s with %o', async (fingerprint, settings, expected) => {
    const [a, b] = ['Adinazolam', 'Alprazolam'].map((name) => line('benzodiazepines10.smi', name)) as [string, string];
    expect(await coefficient(a, b, { fingerprint, ...settings })).toBeCloseTo(expected, 4);
  });

  it('distinguishes mirror images on request', async () => {
    const [l, d] = ['C[C@H](N)C(=O)O', 'C[C@@H](N)C(=O)O'];
    expect(await coefficient(l, d)).toBe(1);
    expect(await coefficient(l, d, { chirality: true })).toBeLessThan(1);
  });

  it('C24: writes a deuterated molecule with its isotopes', async () => {
    const done = await search('[2H]C([2H])([2H])OC', 'COC\n[2H]C([2H])([2H])OC', { threshold: 0 });
    expect(done.values<Similarity>('similarities')[0]).toMatchObject({ smiles: '[2H]C([2H])([2H])OC', tanimoto: 1 });
    expect(done.values<Similarity>('similarities')[1]!.tanimoto).toBeLessThan(1);
  });

  it('C12: compares the drugs of salts, or the whole', async () => {
    const [salt, drug] = [
      'CNCC(O)C(O)C(O)C(O)CO.OC(=O)c1ccc2nc(oc2c1)-c1cc(Cl)cc(Cl)c1',
      'OC(=O)c1ccc2nc(oc2c1)-c1cc(Cl)cc(Cl)c1',
    ];
    expect(await coefficient(salt, drug)).toBe(1);
    expect(await coefficient(salt, drug, { remove_salts: false })).toBeLessThan(1);
  });
});

describe('outputs', () => {
  it('lists the best of each query, and a table without rows when there are none', async () => {
    const done = await search('CCO a\nCCN b', 'CCO x\nCCN y\nCCC z', { threshold: 0, top: 1 });
    expect(done.values<Similarity>('similarities').map(({ query, name }) => query + name)).toEqual(['ax', 'by']);
    expect(done.files[0]!.text).toBe('CCO\tx\nCCN\ty\n');
    const none = await search('CCO', 'c1ccccc1', { threshold: 0.9 });
    expect(none.files.map(({ text }) => text)).toEqual(['query\tname\tsmiles\ttanimoto\n']);
  });

  it('compares with the molecules read so far when it is stopped', async () => {
    const stop = new AbortController();
    const onProgress = (done: number) => {
      if (done === 3) stop.abort();
    };
    const done = await search('CCO', 'CCO\nCCO\nCCO\nCCO', {}, { signal: stop.signal, onProgress });
    expect(done.values('similarities')).toHaveLength(2);
  });
});

describe('refusals', () => {
  it('names the empty slot', () => {
    const inputs = [smiles('queries', 'C'), smiles('library', '')];
    expect(checkRequest(contract, check, inputs, {}).verdict.problems).toEqual([
      { path: 'input.inputs[1].content', message: 'the content is empty' },
    ]);
    expect(checkRequest(contract, check, inputs.slice(0, 1), {}).verdict.problems).toMatchObject([
      { message: "slot 'library' takes at least 1 inputs, found 0" },
    ]);
  });

  it('fails the run when no query can be read', async () => {
    await expect(search('C1CC( q', 'C')).rejects.toThrow(/no molecule could be used; first error: input\.inputs\[0\]/);
    await expect(search('C1CC( q', 'C')).rejects.toBeInstanceOf(ToolError);
  });
});

it('the Tanimoto coefficient is symmetric, 1 for equal sets, and that of the bit sets', () => {
  const bits = fc.uint8Array({ minLength: 21, maxLength: 21 });
  const setOf = (bytes: Uint8Array) =>
    new Set(
      [...bytes].flatMap((byte, i) =>
        [...'01234567'].filter((bit) => byte & (1 << Number(bit))).map((bit) => 8 * i + Number(bit)),
      ),
    );
  fc.assert(
    fc.property(bits, bits, (a, b) => {
      const [x, y] = [setOf(a), setOf(b)];
      const found = tanimoto(packBits(a), packBits(b));
      expect(found).toBe(tanimoto(packBits(b), packBits(a)));
      const either = new Set([...x, ...y]).size;
      const both = [...x].filter((bit) => y.has(bit)).length;
      expect(found).toBeCloseTo(either === 0 ? 0 : both / either, 12);
      if (x.size > 0) expect(tanimoto(packBits(a), packBits(a))).toBe(1);
    }),
  );
});
