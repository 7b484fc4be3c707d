import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openRecords } from '../datasets/records.ts';
import { parseReference } from '../datasets/reference.ts';
import { readRelease } from '../datasets/release.ts';
import { aRelease } from './testing/aRelease.ts';
import { writeProfiles } from './writeProfiles.ts';
import { writeSequences } from './writeSequences.ts';
import { taxonFinder } from './writeTaxa.ts';

let dir: string;
const finder = taxonFinder(undefined, false);
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'rotamer-dataset-test-'));
});
afterEach(() => rmSync(dir, { recursive: true }));

/** Yields a text in chunks of a few bytes, so that lines and letters of several bytes are cut. */
async function* chunksOf(text: string, bytes = 7) {
  const all = Buffer.from(text);
  for (let at = 0; at < all.length; at += bytes) yield all.subarray(at, at + bytes);
}

describe('sequences', () => {
  it('brings back each record by its number, with names that have any letters', async () => {
    const long = 'MKTAYIAKQR'.repeat(1000);
    const text = `>sp|P1|ÄÖ Größe\tof it\r\nMKT\nay-*\r\n>\nAU*OJ\n>b\n${long}\n>c d`;
    const { leftOut, ...counts } = await writeSequences(chunksOf(text), dir, 'protein-sequences', finder);
    expect(counts).toEqual({ records: 3, residues: 10_010 });
    expect(leftOut).toEqual({ count: 1, first: ["'c': has no residues"] });
    const records = openRecords(dir);
    expect([0, 1, 2, 3, -1].map((n) => records.at(n))).toEqual([
      { name: 'sp|P1|ÄÖ', description: 'Größe of it', sequence: 'MKTAY' },
      { name: 'sequence_2', description: '', sequence: 'AUXOJ' },
      { name: 'b', description: '', sequence: long },
      undefined,
      undefined,
    ]);
    records.close();
  });

  it.each([
    ['MKT\n>a\nMKT', "line 1: a FASTA record starts with '>', found 'MKT'"],
    ['', 'the file has no record'],
    ['>a\nMK1T', "the file has no record; 'a': character '1' is not an amino acid code"],
  ])('refuses %j', async (text, message) => {
    await expect(writeSequences(chunksOf(text), dir, 'protein-sequences', finder)).rejects.toThrow(message);
  });
});

it('refuses a record that is too long for a search by its name, before anything is built', async () => {
  const bases = 'ACGTACGTAC'.repeat(100_000);
  const text = `>chr1 of a plant\n${`${bases}\n`.repeat(11)}`;
  await expect(writeSequences(chunksOf(text, 1e6), dir, 'nucleotide-sequences', finder)).rejects.toThrow(
    "line 12: 'chr1' has more than 10000000 residues, the limit of a record",
  );
  await expect(
    writeSequences(chunksOf(`>p\n${'M'.repeat(100_001)}\n`, 1e6), dir, 'protein-sequences', finder),
  ).rejects.toThrow("line 2: 'p' has more than 100000 residues");
});

describe('profiles', () => {
  const profile = 'HMMER3/f [3.3.2 | Nov 2020]\nNAME  x\nLENG  12\n//\n';

  it('are counted with their match states', async () => {
    expect(await writeProfiles(chunksOf(profile + profile), dir)).toEqual({ records: 2, residues: 24 });
  });

  it.each([
    ['>a\nMKT', "line 1: a profile starts with 'HMMER3/', found '>a'"],
    [profile.slice(0, -4), "line 3: the last profile has no end, '//'"],
  ])('are refused when they are %j', async (text, message) => {
    await expect(writeProfiles(chunksOf(text), dir)).rejects.toThrow(message);
  });
});

it('describes a release with the digest of each file', async () => {
  const { dir: folder, ...dataset } = await aRelease('>a\nMKT\n', [], {
    root: dir,
    id: 'swissprot',
    release: '2026_04',
  });
  expect(dataset).toMatchObject({ id: 'swissprot', release: '2026_04', kind: 'protein-sequences', records: 1 });
  const { files, bytes } = readRelease(folder);
  expect(files.map(({ path }) => path)).toEqual(['names.tsv', 'offsets.bin', 'sequences.fasta']);
  expect(files[2]!.sha256).toMatch(/^[0-9a-f]{64}$/);
  expect(bytes).toBe(3 + 16 + 13);
  writeFileSync(join(folder, 'release.json'), '{"dataset": "../x"}');
  expect(() => readRelease(folder)).toThrow(/release.json: /);
});

it.each([
  ['swissprot', { id: 'swissprot' }],
  ['pdb-seqres@2026-11-26.1', { id: 'pdb-seqres', release: '2026-11-26.1' }],
  ['Swissprot', undefined],
  ['a@', undefined],
  ['a@../b', undefined],
])('parses the reference %s', (text, reference) => expect(parseReference(text)).toEqual(reference));
