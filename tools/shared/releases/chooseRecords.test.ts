import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Settings, ToolDataset } from '../../contract.ts';
import { filterOf, filterProblems } from '../datasets/recordFilter.ts';
import { chooseRecords, writeChosen } from './chooseRecords.ts';
import { aRelease } from './testing/aRelease.ts';
import { taxdump } from './testing/taxdump.ts';
import { readTaxonMap } from './writeTaxa.ts';

const records = [
  '>sp|P68871|HBB_HUMAN Hemoglobin subunit beta OS=Homo sapiens OX=9606 GN=HBB PE=1 SV=2\nMVHLTPEEK',
  '>sp|P02088|HBB1_MOUSE Hemoglobin subunit beta-1 OS=Mus musculus OX=10090\nMVHLTDAEK',
  '>UniRef50_X Protein n=1 Tax=Escherichia coli TaxID=562 RepID=X\nMKTAYIA',
  '>NP_000509.1 hemoglobin subunit beta [Homo sapiens]\nMVHLTPEEKS',
  '>old merged OX=63221\nMVH',
  '>unknown protein\nMKK',
];

let root: string;
let plain: ToolDataset;
let withLineage: ToolDataset;
let without: ToolDataset;

beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'choose-records-'));
  const text = `${records.join('\n')}\n`;
  plain = await aRelease(text, [], { root, id: 'plain' });
  withLineage = await aRelease(text, [], { root, id: 'lineage', taxdump: await taxdump() });
  without = await aRelease('>a\nMKT\n', [], { root, id: 'without' });
});
afterAll(() => rmSync(root, { recursive: true }));

const path = () => join(root, 'chosen.fa');

async function choose(dataset: ToolDataset, settings: Settings) {
  const counts = writeChosen(dataset, await chooseRecords(dataset, filterOf(settings)!), path());
  const written = readFileSync(path(), 'utf8');
  expect(counts.residues).toBe(written.replaceAll(/^>.*\n/gm, '').replaceAll('\n', '').length);
  return [...written.matchAll(/^>s0*(\d+)$/gm)].map(([, number]) => Number(number));
}

describe('a filter', () => {
  it.each<[Settings, number[], number[] | undefined]>([
    [{ taxids: '9606' }, [1], [1, 4, 5]],
    [{ taxids: '10090, 562' }, [2, 3], [2, 3]],
    [{ taxids: '40674' }, [], [1, 2, 4, 5]],
    [{ exclude_taxids: '40674' }, [1, 2, 3, 4, 5, 6], [3, 6]],
    [{ taxids: '1', exclude_taxids: '9606' }, [], [2, 3]],
    [{ seqids: 'P68871 sp|P02088|HBB1_MOUSE,unknown' }, [1, 2, 6], [1, 2, 6]],
    [{ exclude_seqids: 'HBB_HUMAN old' }, [2, 3, 4, 6], [2, 3, 4, 6]],
    [{ taxids: '9606', seqids: 'P68871 P02088' }, [1], [1]],
  ])('%j leaves the right records without and with a lineage', async (settings, ofPlain, ofLineage) => {
    if (ofPlain.length === 0)
      await expect(choose(plain, settings)).rejects.toThrow(/leaves no record of plain@1; it knows only/);
    else expect(await choose(plain, settings)).toEqual(ofPlain);
    expect(await choose(withLineage, settings)).toEqual(ofLineage);
  });

  it('names what it does not find', async () => {
    const settings = { seqids: 'P68871 P1 P2', exclude_seqids: 'X' };
    await expect(choose(plain, settings)).rejects.toThrow("plain@1 has no record called 'P1', 'P2', 'X'");
    await expect(choose(withLineage, { taxids: '4932' })).rejects.toThrow('the filter leaves no record of lineage@1');
  });

  it('is refused by name without taxa, and without a dataset', () => {
    const settings = { taxids: '9606', seqids: 'a' };
    expect(plain.taxonomy).toBe('taxa');
    expect(withLineage.taxonomy).toBe('lineage');
    expect(filterProblems(settings, plain, true)).toEqual([]);
    expect(filterProblems(settings, without, true)).toEqual([
      { path: 'settings.taxids', message: expect.stringMatching(/^the release has no taxa: /) },
    ]);
    expect(filterProblems(settings, undefined, false).map(({ path }) => path)).toEqual([
      'settings.taxids',
      'settings.seqids',
    ]);
  });

  it('searches all records without a word in it', () => expect(filterOf({ taxids: ' ', seqids: ',' })).toBeUndefined());
});

describe('a table of taxa', () => {
  const read = (text: string) =>
    readTaxonMap(
      (async function* () {
        yield Buffer.from(text);
      })(),
    );

  it('is read', async () =>
    expect([...(await read('1abc_A 9606\n\n1abc_B\t10090'))]).toEqual([
      ['1abc_A', 9606],
      ['1abc_B', 10090],
    ]));

  it.each(['a', 'a b', 'a 1 2', 'a 9999999999'])('is refused with the line %j', async (line) =>
    expect(read(`x 1\n${line}`)).rejects.toThrow(
      `taxon map, line 2: expected a name and a taxonomy id, found '${line}'`,
    ),
  );
});
