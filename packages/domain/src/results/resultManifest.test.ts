import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { assertBlobPrefix } from '@rotamer/kit/blobs/blobs.ts';
import { newId } from '@rotamer/kit/ids.ts';
import { Value } from 'typebox/value';
import { describe, expect, it } from 'vitest';
import {
  attemptPrefix,
  DamagedManifest,
  encodeManifest,
  inputsPrefix,
  manifestKey,
  type ResultManifest,
  readManifest,
  resultManifest,
} from './resultManifest.ts';

const manifest: ResultManifest = {
  version: 'result-manifest-v2',
  job_id: 'job_1',
  tool: 'protein-properties',
  tool_version: '1.0.0',
  attempt: 1,
  files: [
    {
      id: 'itm_1',
      key: 'artifacts/ws_1/job_1/1/table.csv',
      name: 'table.csv',
      output_port_id: 'table',
      order: 0,
      rank: null,
      source_input_ids: ['in_1'],
      format: 'csv',
      content_type: 'text/csv',
      size: 12,
      sha256: 'ab',
    },
  ],
  items: [
    {
      id: 'itm_2',
      output_port_id: 'properties',
      order: 0,
      rank: 1,
      file_name: null,
      source_input_ids: [],
      format: 'json',
      value: { isoelectric_point: 9.32 },
    },
  ],
  inputs: [
    {
      id: 'in_1',
      slot_id: 's',
      kind: 'sequence',
      format: 'fasta',
      key: 'artifacts/ws_1/job_1/inputs/0',
      size: 1,
      sha256: 'cd',
    },
  ],
};

describe('a result manifest', () => {
  it('is read back unchanged from its bytes, with the same SHA-256', async () => {
    const { bytes, sha256 } = await encodeManifest(manifest);
    const read = JSON.parse(bytes.toString());
    expect(read).toEqual(manifest);
    expect(Value.Check(resultManifest, read)).toBe(true);
    expect(sha256).toBe(createHash('sha256').update(bytes).digest('hex'));
  });

  it('is refused with another version, an unknown field or a negative size', () => {
    expect(Value.Check(resultManifest, { ...manifest, version: 'result-manifest-v1' })).toBe(false);
    expect(Value.Check(resultManifest, { ...manifest, extra: 1 })).toBe(false);
    const [file] = manifest.files;
    expect(Value.Check(resultManifest, { ...manifest, files: [{ ...file, size: -1 }] })).toBe(false);
    expect(Value.Check(resultManifest, { ...manifest, files: [{ ...file, extra: 1 }] })).toBe(false);
  });

  it('is refused as damaged when it lists a file of another attempt', async () => {
    const read = async (altered: ResultManifest) => {
      const { bytes, sha256 } = await encodeManifest(altered);
      const get = async () => ({ body: Readable.from([bytes]), size: bytes.length });
      return readManifest({ get }, { key: manifestKey('ws_1', 'job_1', 1), sha256, size: bytes.length });
    };
    const fileAt = (key: string) => ({ ...manifest, files: [{ ...manifest.files[0]!, key }] });
    const inputAt = (key: string) => ({ ...manifest, inputs: [{ ...manifest.inputs[0]!, key }] });
    await expect(read(manifest)).resolves.toEqual(manifest);
    const altered = [
      ...['ws_2/job_1/1/t', 'ws_1/job_2/1/t', 'ws_1/job_1/2/t', 'ws_1/job_1/inputs/0', 'ws_1/job_1/1/../2/t'].map(
        (path) => fileAt(`artifacts/${path}`),
      ),
      ...['files/ws_2/file_1/content', 'artifacts/ws_1/job_1/1/t', 'artifacts/ws_1/job_2/inputs/0'].map(inputAt),
      { ...manifest, job_id: 'job_2' },
      { ...manifest, attempt: 2 },
    ];
    for (const one of altered) await expect(read(one)).rejects.toThrow(DamagedManifest);
  });

  it('is stored next to the files it lists, apart from other attempts and inputs', () => {
    const workspace = newId('ws', new Date());
    const job = newId('job', new Date());
    const prefixes = [
      attemptPrefix(workspace, job, 1),
      attemptPrefix(workspace, job, 11),
      inputsPrefix(workspace, job),
    ];
    for (const prefix of prefixes) {
      assertBlobPrefix(prefix);
      expect(prefixes.filter((other) => other.startsWith(prefix))).toEqual([prefix]);
    }
  });
});
