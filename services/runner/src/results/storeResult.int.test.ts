import { execFileSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ResultManifest, readManifest, resultManifest } from '@rotamer/domain/results/resultManifest.ts';
import { readRowBlock } from '@rotamer/domain/results/rowBlocks.ts';
import { openFsBlobs } from '@rotamer/kit/blobs/fsBlobs.ts';
import { ContentEncoding, InputSource, SubmittedInput } from '@rotamer/proto/jobs/v1/input.ts';
import { contract } from '@rotamer/tools/protein-properties/tool.ts';
import { Value } from 'typebox/value';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { folderBlobs } from '../blobs/folderBlobs.ts';
import { attemptFolder } from '../child/jobFile.ts';
import { makeAttemptFolder } from '../executor/attemptFolders.ts';
import { fetchSaved } from '../inputs/fetchSaved.ts';
import { stageInputs } from '../inputs/stageInputs.ts';
import { fakeLease } from '../testing/fakeJobs.ts';
import { fakeRetryPolicy } from '../testing/fakeRetryPolicy.ts';
import type { Outputs } from './readOutputs.ts';
import { createResultRows } from './resultRows.ts';
import { storeResult } from './storeResult.ts';

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'store-test-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const input = (more: Partial<SubmittedInput>) =>
  SubmittedInput.fromPartial({ slotId: 'sequences', kind: 'protein', format: 'FASTA', ...more });

const fromFile = (fileName: string) => InputSource.fromPartial({ source: { $case: 'file', value: { fileName } } });

async function storeSomething(ranks = [2, 1]) {
  const blobs = openFsBlobs({
    folder: join(folder, 'blobs'),
    secret: 'of this test alone',
    publicUrl: 'http://x',
  });
  const attempt = attemptFolder(join(folder, 'a'));
  await makeAttemptFolder(attempt);
  const base64 = Buffer.from('>b\nÅ\n').toString('base64');
  const saved = { key: 'files/ws_1/file_1/content', ...(await blobs.put('files/ws_1/file_1/content', '>c\nMKV\n')) };
  const fetched = {
    inputs: [
      input({ id: 'in1', content: '>a\nMK\n', contentEncoding: ContentEncoding.UTF8 }),
      input({ id: 'in2', content: base64, contentEncoding: ContentEncoding.BASE64, source: fromFile('b.fasta') }),
      input({ id: 'in3', stored: saved, source: fromFile('') }),
    ],
    settingsJson: '{}',
  };
  const port = folderBlobs(join(folder, 'blobs'));
  await stageInputs(attempt, contract, fetched, (stored, to) => fetchSaved(port, stored, to, fakeRetryPolicy().retry));
  const path = join(attempt.outputs, 'x.tsv');
  await writeFile(path, 'abc');
  const rows = createResultRows(contract);
  for (const [n, rank] of ranks.entries()) {
    rows.add({ type: 'item', port: 'properties', place: { sourceInputIds: ['in1'], rank }, value: { n } });
  }
  const place = { sourceInputIds: ['in2'] };
  const outputs: Outputs = {
    rows: rows.rows(),
    files: [{ type: 'file', port: 'properties_table', place, name: 'x.tsv', path, size: 3 }],
    toolError: undefined,
    problems: [],
  };
  return {
    blobs,
    port,
    attempt,
    store: (to = port, { retry } = fakeRetryPolicy()) =>
      storeResult(to, fakeLease(contract.id), contract, fetched.inputs, outputs, retry),
  };
}

const readObject = (key: string) => readFile(join(folder, 'blobs/objects', key), 'utf8');

describe('a stored result', () => {
  it('is a manifest that matches its schema and names every object with size and digest', async () => {
    const { store } = await storeSomething();
    const ref = await store();
    const text = await readObject(ref.key);
    expect(ref.size).toBe(text.length);
    const manifest: ResultManifest = JSON.parse(text);
    expect(Value.Errors(resultManifest, manifest)).toEqual([]);
    expect(manifest.items.map(({ order, rank }) => [order, rank])).toEqual([
      [0, 2],
      [1, 1],
    ]);
    expect(manifest.files).toMatchObject([
      // printf abc | sha256sum
      { size: 3, sha256: 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad', order: 0, rank: null },
    ]);
    expect(await readObject(manifest.files[0]!.key)).toBe('abc');
  });

  it('contains the inline inputs, decoded and with their source, but not saved files', async () => {
    const { store } = await storeSomething();
    const manifest: ResultManifest = JSON.parse(await readObject((await store()).key));
    expect(manifest.inputs.map(({ id, size, source, file_name }) => [id, size, source, file_name])).toEqual([
      ['in1', 6, 'text', null],
      ['in2', 6, 'file', 'b.fasta'],
    ]);
    expect(await readObject(manifest.inputs[1]!.key)).toBe('>b\nÅ\n');
  });

  it('contains the original inputs, also when the tool changed its copies', async () => {
    const { store, attempt } = await storeSomething();
    await rm(join(attempt.inputs, '0'));
    execFileSync('mkfifo', [join(attempt.inputs, '0')]);
    await writeFile(join(attempt.inputs, '1'), 'something else');
    const manifest: ResultManifest = JSON.parse(await readObject((await store()).key));
    expect(await readObject(manifest.inputs[0]!.key)).toBe('>a\nMK\n');
    expect(await readObject(manifest.inputs[1]!.key)).toBe('>b\nÅ\n');
  });

  it('of many rows has them in a separate file, in blocks that can be read one by one', async () => {
    const { blobs, store } = await storeSomething(Array.from({ length: 10_000 }, (_, i) => i + 1));
    const manifest = await readManifest(blobs, await store());
    expect(manifest.items).toEqual([]);
    const [table] = manifest.tables!;
    const file = manifest.files.find(({ id }) => id === table!.file_id)!;
    expect(file).toMatchObject({ name: 'properties.jsonl', format: 'JSONL', source_input_ids: ['in1'], order: 0 });
    const ranks: unknown[] = [];
    let start = 0;
    for (const block of table!.blocks) {
      const rows = await readRowBlock(blobs, file.key, start, block);
      expect(rows[0]!.id).toBe(block.first_id);
      ranks.push(...rows.map(({ rank }) => rank));
      start += block.bytes;
    }
    expect(start).toBe(file.size);
    expect(ranks).toEqual(Array.from({ length: 10_000 }, (_, i) => i + 1));
  });

  it('survives an outage of the blob store of several minutes', async () => {
    const { blobs, port, store } = await storeSomething();
    const patient = fakeRetryPolicy();
    const put: typeof port.put = (...args) =>
      patient.clock.now < 240_000 ? Promise.reject(new Error('the store is away')) : port.put(...args);
    const ref = await store({ ...port, put }, patient);
    expect(await blobs.size(ref.key)).toBe(ref.size);
  });
});
