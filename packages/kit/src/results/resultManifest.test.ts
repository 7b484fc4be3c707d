import { createHash } from 'node:crypto';
import { Value } from 'typebox/value';
import { describe, expect, it } from 'vitest';
import { assertBlobPrefix } from '../blobs/blobs.ts';
import { newId } from '../ids.ts';
import { attemptPrefix, encodeManifest, inputsPrefix, type ResultManifest, resultManifest } from './resultManifest.ts';

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
  inputs: [{ id: 'in_1', slot_id: 's', kind: 'sequence', format: 'fasta', key: 'k', size: 1, sha256: 'cd' }],
};

describe('a result manifest', () => {
  it('comes back from its bytes as it was, under their SHA-256', () => {
    const { bytes, sha256 } = encodeManifest(manifest);
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

  it('lies beside what it lists, apart from other attempts and inputs', () => {
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
