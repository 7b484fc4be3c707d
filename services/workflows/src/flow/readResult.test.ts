import { buffer } from 'node:stream/consumers';
import { encodeManifest, type ResultManifest } from '@rotamer/domain/results/resultManifest.ts';
import { expect, it } from 'vitest';
import { limits } from '../definition/limits.ts';
import { memoryBlobs } from '../testing/memoryBlobs.ts';
import { readResult } from './readResult.ts';

const MANIFEST = 'artifacts/ws/job/1/manifest.json';
const flow = { isUsed: () => true, isSplit: () => true };
const block = { rows: 100, bytes: 1_000, first_id: 'a', sha256: 'ab'.repeat(32) };

const file = (id: string, size: number): ResultManifest['files'][number] => ({
  id,
  key: `artifacts/ws/job/1/${id}.sdf`,
  name: `${id}.sdf`,
  output_port_id: 'out',
  order: 0,
  rank: null,
  source_input_ids: [],
  format: 'SDF',
  content_type: 'text/plain',
  size,
  sha256: 'ab'.repeat(32),
});

/** Reads a result with this manifest. Returns the keys that were read. */
async function read(said: Pick<ResultManifest, 'files' | 'tables'>): Promise<string[]> {
  const keys: string[] = [];
  const store = memoryBlobs();
  const head = { job_id: 'job', tool: 'x', tool_version: '1.0.0', attempt: 1, items: [], inputs: [] };
  const { bytes, sha256 } = await encodeManifest({ version: 'result-manifest-v2', ...head, ...said });
  await store.put(MANIFEST, bytes);
  const blobs: Parameters<typeof readResult>[0]['blobs'] = {
    async get(key) {
      keys.push(key);
      return store.get(key);
    },
  };
  const manifest = { key: MANIFEST, sha256, size: bytes.length };
  const made = { jobId: 'job', nodeId: 'n', manifest, contract: undefined };
  await expect(readResult({ blobs, newItemId: () => 'itm' }, flow, made)).rejects.toThrow(/at most|more than/);
  await buffer((await store.get(MANIFEST))!.body);
  return keys;
}

it.each<[string, Pick<ResultManifest, 'files' | 'tables'>]>([
  [
    'more rows than a node may pass on',
    {
      files: [file('rows', 1_000)],
      tables: [{ output_port_id: 'out', file_id: 'rows', blocks: Array(limits.itemsPerNode / 100 + 1).fill(block) }],
    },
  ],
  ['more bytes of records than may be read', { files: Array.from({ length: 5 }, (_, i) => file(`f${i}`, 15_000_000)) }],
])('reads only the manifest of a result with %s', async (_, said) => {
  expect(await read(said)).toEqual([MANIFEST]);
});
