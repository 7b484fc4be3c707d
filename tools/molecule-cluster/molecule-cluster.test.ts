import fc from 'fast-check';
import type { Static } from 'typebox';
import { describe, expect, it, vi } from 'vitest';
import { ToolError } from '../contract.ts';
import { checkRequest } from '../shared/checkRequest.ts';
import { packBits, tanimoto } from '../shared/fingerprints.ts';
import { readTestData } from '../testdata/read.ts';
import { checkAndRun } from '../testing/testRun.ts';
import { butina } from './butina.ts';
import { check } from './check.ts';
import { run } from './run.ts';
import { type cluster, contract } from './tool.ts';

// Loading the toolkits takes a second, but many seconds when the whole suite shares two cores.
vi.setConfig({ testTimeout: 120_000 });

const tool = { contract, check, run };
type Cluster = Static<typeof cluster>;

const smiles = (text: string) => ({ id: 'in1', slotId: 'molecules', kind: 'smiles', format: 'SMILES', text });

describe('known answers, those of RDKit', () => {
  it.each([
    [0.2, 47, 1],
    [0.35, 40, 3],
    [0.5, 27, 8],
  ])('47 CDK2 ligands at %d are %d clusters, the largest of %d', async (cutoff, count, largest) => {
    const done = await checkAndRun(tool, [smiles(readTestData('cdk2_47.smi'))], { cutoff });
    const clusters = done.values<Cluster>('clusters');
    expect([clusters.length, clusters[0]!.size]).toEqual([count, largest]);
    expect(new Set(clusters.flatMap(({ members }) => members)).size).toBe(47);
    for (const { centroid, members, size } of clusters) expect([members[0], members.length]).toEqual([centroid, size]);
    expect(done.files[0]!.text.trimEnd().split('\n')).toHaveLength(count);
  });
});

it('C08: keeps names from tags, and all tags in tables', async () => {
  const text = readTestData('cases/structure/C08_ids_in_tags.sdf');
  const done = await checkAndRun(tool, [{ ...smiles(text), kind: 'ligand', format: 'SDF' }]);
  expect(done.values<Cluster>('clusters')).toMatchObject([{ size: 3, members: ['Z1003', 'Z1001', 'Z1002'] }]);
  expect(done.files.find(({ port }) => port === 'members')!.text).toBe(
    'cluster\tname\tcentroid\tsmiles\ttag:idnumber\ttag:IC50_nM\n' +
      [
        '1\tZ1003\ttrue\tOc1ccccc1\tZ1003\t7.5',
        '1\tZ1001\tfalse\tOc1ccccc1\tZ1001\t2.5',
        '1\tZ1002\tfalse\tOc1ccccc1\tZ1002\t5.0',
        '',
      ].join('\n'),
  );
});

it('clusters the molecules read so far when it is stopped, and lists unreadable ones', async () => {
  const stop = new AbortController();
  const onProgress = (done: number) => {
    if (done === 3) stop.abort();
  };
  const text = 'C1CC( a\nCCO b\nCCO c\nCCO d';
  const done = await checkAndRun(tool, [smiles(text)], {}, { signal: stop.signal, onProgress });
  expect(done.values<Cluster>('clusters')).toMatchObject([{ size: 2 }]);
  expect(done.values('rejected')).toMatchObject([{ name: 'a' }]);
});

describe('refusals', () => {
  it.each([
    ['empty', '', 'the content is empty'],
    ['one molecule', 'C', "slot 'molecules' needs at least 2 records"],
    ['too many', 'C\n'.repeat(3001), 'line 3001: more than 3000 molecules'],
  ])('%s', (_, text, message) => {
    expect(checkRequest(contract, check, [smiles(text)], {}).verdict.problems).toMatchObject([{ message }]);
  });

  it('fails the run when nothing can be read', async () => {
    await expect(checkAndRun(tool, [smiles('C(\nC)')])).rejects.toBeInstanceOf(ToolError);
  });
});

it('every molecule is in one cluster, and no member is too far from its centroid', () => {
  const fingerprints = fc.array(fc.uint8Array({ minLength: 2, maxLength: 2 }).map(packBits), { maxLength: 12 });
  fc.assert(
    fc.property(fingerprints, fc.double({ min: 0.05, max: 0.95, noNaN: true }), (all, cutoff) => {
      const clusters = butina(all, cutoff);
      expect(clusters.flat().sort((a, b) => a - b)).toEqual([...all.keys()]);
      for (const [centroid, ...members] of clusters)
        for (const member of members) expect(1 - tanimoto(all[centroid!]!, all[member]!)).toBeLessThanOrEqual(cutoff);
    }),
  );
});
