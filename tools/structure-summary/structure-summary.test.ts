import type { Static } from 'typebox';
import { describe, expect, it } from 'vitest';
import { refusesBadStructures } from '../shared/structure/refusals.ts';
import { structureInput, structureText, ubiquitinWith } from '../shared/structure/testStructures.ts';
import { checkAndRun } from '../shared/testRun.ts';
import { check } from './check.ts';
import { run } from './run.ts';
import { contract, type summaryItem } from './tool.ts';

const tool = { contract, check, run };
type Item = Static<typeof summaryItem>;
const summaries = async (...files: string[]) =>
  (
    await checkAndRun(
      tool,
      files.map((file, i) => structureInput('structures', file, `${i}`)),
    )
  ).values<Item>('summary');

describe('known answers', () => {
  it('1UBQ', async () => {
    expect((await summaries('1ubq.pdb'))[0]).toMatchObject({
      id: '1UBQ',
      resolution: 1.8,
      models: 1,
      polymer_atoms: 602,
      chains: [{ id: 'A', type: 'protein', residues: 76, first: '1', last: '76', gaps: 0 }],
      ligands: [],
      waters: 58,
      radius_of_gyration: expect.closeTo(11.788, 3),
      mean_b: expect.closeTo(13.41, 2),
    });
  });

  it('1A8O is the same from both formats', async () => {
    const [pdb, cif] = await summaries('1A8O.pdb', '1A8O.cif');
    expect(pdb).toMatchObject({
      polymer_atoms: 556,
      waters: 88,
      chains: [{ residues: 70, first: '151', last: '220' }],
      radius_of_gyration: expect.closeTo(11.251, 3),
    });
    expect({ ...cif, title: '' }).toEqual({ ...pdb, title: '' });
  });

  it('4CUP has two kinds of ligands', async () => {
    expect((await summaries('4CUP.cif'))[0]).toMatchObject({
      chains: [{ residues: 115, first: '1856', last: '1970' }],
      ligands: ['ZYB', 'MOH'],
      ligand_count: 4,
    });
  });
});

it('writes the sequences of the protein chains', async () => {
  const done = await checkAndRun(tool, [structureInput('structures', '1ubq.pdb')]);
  expect(done.files[0]!.text).toMatch(/^>1UBQ_A\nMQIFVKTLTGKTITLEVEPSDTIENVKAKIQDKEGIPPDQQRLIFAGKQLEDGRTLSDYN\n/);
});

it('counts gaps where residue numbers jump', async () => {
  const text = ubiquitinWith((line) => (/^ (10|11|40)$/.test(line.slice(23, 26)) ? [] : line));
  const done = await checkAndRun(tool, [structureText('structures', text)]);
  expect(done.values<Item>('summary')[0]!.chains[0]).toMatchObject({ residues: 73, gaps: 2 });
});

it('describes nucleic acids', async () => {
  const text = ubiquitinWith((line) => `${line.slice(0, 17)} DA${line.slice(20)}`);
  const done = await checkAndRun(tool, [structureText('structures', text)]);
  expect(done.values<Item>('summary')[0]!.chains[0]).toMatchObject({ type: 'nucleic acid', residues: 76 });
  expect(done.files).toEqual([]);
});

it('keeps what it had when it is stopped', async () => {
  const stop = new AbortController();
  const inputs = ['1', '2', '3'].map((id) => structureInput('structures', '1ubq.pdb', id));
  const onProgress = () => stop.abort();
  expect((await checkAndRun(tool, inputs, {}, { signal: stop.signal, onProgress })).items).toHaveLength(1);
});

describe('refuses', () => refusesBadStructures(tool, 'structures', 'polymer'));
