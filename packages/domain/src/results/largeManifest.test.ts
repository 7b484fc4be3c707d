import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { describe, expect, it, vi } from 'vitest';
import {
  DamagedManifest,
  encodeManifest,
  MAX_MANIFEST_BYTES,
  type ResultManifest,
  readManifest,
} from './resultManifest.ts';

/** Creates a manifest of `files` files, each with the same hundred input ids. */
function manifestOf(files: number): ResultManifest {
  const source_input_ids = Array.from(
    { length: 10 },
    (_, i) => `a rather long id of input ${i}, as "people" write it,`,
  );
  return {
    version: 'result-manifest-v2',
    job_id: 'job_1',
    tool: 'pairwise-align',
    tool_version: '1.0.0',
    attempt: 1,
    files: Array.from({ length: files }, (_, i) => ({
      id: `itm_${i}`,
      key: `artifacts/ws_1/job_1/1/alignment/${i}.afa`,
      name: `${i}.afa`,
      output_port_id: 'alignment',
      order: i,
      rank: null,
      source_input_ids,
      format: 'AFA',
      content_type: 'text/x-fasta-aligned',
      size: 1,
      sha256: 'ab'.repeat(32),
    })),
    items: [],
    inputs: [
      {
        id: 'line\n1',
        slot_id: 's',
        kind: 'protein',
        format: 'FASTA',
        key: 'artifacts/ws_1/job_1/inputs/0',
        size: 1,
        sha256: 'cd',
      },
    ],
  };
}

const key = 'artifacts/ws_1/job_1/1/manifest.json';

function storeOf(bytes: Buffer) {
  return { get: vi.fn(async () => ({ body: Readable.from([bytes]), size: bytes.length })) };
}

describe('a large manifest', () => {
  it('is written and read as JSON in pieces of at most 256 KiB', async () => {
    const manifest = manifestOf(3_000);
    const pieces: number[] = [];
    const { parse, stringify } = JSON;
    const spies = [
      vi.spyOn(JSON, 'parse').mockImplementation((text) => {
        pieces.push(text.length);
        return parse(text);
      }),
      vi.spyOn(JSON, 'stringify').mockImplementation((...args: unknown[]) => {
        const text = stringify(...(args as [unknown]));
        pieces.push(text.length);
        return text;
      }),
    ];
    const { bytes, sha256 } = await encodeManifest(manifest);
    const read = await readManifest(storeOf(bytes), { key, sha256, size: bytes.length });
    for (const spy of spies) spy.mockRestore();
    expect(read).toEqual(manifest);
    expect(JSON.parse(bytes.toString())).toEqual(manifest);
    expect(bytes.length).toBeGreaterThan(2 * 1024 * 1024);
    expect(pieces.length).toBeGreaterThan(6_000);
    expect(Math.max(...pieces)).toBeLessThanOrEqual(256 * 1024);
  });

  it('lets the event loop run other work while it is read', async () => {
    const { bytes, sha256 } = await encodeManifest(manifestOf(3_000));
    let turns = 0;
    const count = (): void => {
      turns++;
      immediate = setImmediate(count);
    };
    let immediate = setImmediate(count);
    await readManifest(storeOf(bytes), { key, sha256, size: bytes.length });
    clearImmediate(immediate);
    expect(turns).toBeGreaterThan(20);
  });

  it('of more than 4 MiB is not loaded', async () => {
    const store = storeOf(Buffer.alloc(0));
    const ref = { key, sha256: 'ab', size: MAX_MANIFEST_BYTES + 1 };
    await expect(readManifest(store, ref)).rejects.toThrow(DamagedManifest);
    expect(store.get).not.toHaveBeenCalled();
  });

  it('that is larger than reported is not loaded', async () => {
    const { bytes, sha256 } = await encodeManifest(manifestOf(3));
    const body = Readable.from([bytes]);
    const read = readManifest({ get: async () => ({ body, size: bytes.length }) }, { key, sha256, size: 100 });
    await expect(read).rejects.toThrow(DamagedManifest);
    expect([body.destroyed, body.readableDidRead]).toEqual([true, false]);
  });

  it.each([
    ['in one line', (text: string) => text.replaceAll('\n', '')],
    ['that ends early', (text: string) => text.slice(0, 1_000_000)],
    ['with a broken line', (text: string) => text.replace('"itm_700"', '"itm_700')],
    ['with a list of another name', (text: string) => text.replace('\n"items":[', '\n"things":[')],
  ])('%s is refused as damaged', async (_, alter) => {
    const { bytes } = await encodeManifest(manifestOf(3_000));
    const altered = Buffer.from(alter(bytes.toString()));
    const sha256 = createHash('sha256').update(altered).digest('hex');
    await expect(readManifest(storeOf(altered), { key, sha256, size: altered.length })).rejects.toThrow(
      DamagedManifest,
    );
  });
});
