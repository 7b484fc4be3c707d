import { resultManifest } from '@rotamer/domain/results/resultManifest.ts';
import { SubmittedInput } from '@rotamer/proto/jobs/v1/input.ts';
import { contract } from '@rotamer/tools/protein-properties/tool.ts';
import { Value } from 'typebox/value';
import { describe, expect, it } from 'vitest';
import { describeResult, type Result, resultKeys } from './describeResult.ts';

const lease = { workspaceId: 'ws_1', jobId: 'job_1', attempt: 2 };
const index = { rows: 1, bytes: 2, first_id: 'itm_1', sha256: 'f'.repeat(64) };

const file = (name: string) => {
  const place = { sourceInputIds: ['in1'] };
  return { type: 'file' as const, port: 'properties_table', place, name, path: `outputs/${name}`, size: 3 };
};
const savedFile = { stored: { key: 'files/ws_1/file_1/content', size: 1, sha256: 'a'.repeat(64) } };
const input = (id: string, more: Partial<SubmittedInput> = {}) =>
  SubmittedInput.fromPartial({ id, slotId: 'sequences', kind: 'protein', format: 'FASTA', ...more });

const result: Result = {
  lease,
  contract,
  inputs: [input('in1', savedFile), input('in2')],
  outputs: {
    files: [file('a.tsv'), file('b.tsv')],
    rows: {
      inline: undefined,
      tables: [{ port: 'properties', sourceInputIds: ['in1'], blocks: [{ index, bytes: Buffer.from('{}') }] }],
      ports: ['properties'],
    },
  },
};

const keys = resultKeys(lease);
const stored = new Map(
  [...result.outputs.files.map(keys.file), ...result.outputs.rows.tables.map(keys.table), keys.input(1)].map(
    (key, i) => [key, { size: i + 1, sha256: String(i).repeat(64) }],
  ),
);

describe('the manifest of a result', () => {
  const manifest = describeResult(result, stored);

  it('lists artifacts in order, then tables, each with the size and digest stored under its key', () => {
    expect(manifest.files.map(({ name, order, size, key }) => [name, order, size, key])).toEqual([
      ['a.tsv', 0, 1, 'artifacts/ws_1/job_1/2/properties_table/a.tsv'],
      ['b.tsv', 1, 2, 'artifacts/ws_1/job_1/2/properties_table/b.tsv'],
      ['properties.jsonl', 0, 3, 'artifacts/ws_1/job_1/2/properties/properties.jsonl'],
    ]);
    expect(manifest.tables).toMatchObject([{ output_port_id: 'properties', file_id: manifest.files[2]!.id }]);
  });

  it('lists inline inputs by their positions among all inputs', () => {
    expect(manifest.inputs.map(({ id, key, size }) => [id, key, size])).toEqual([
      ['in2', 'artifacts/ws_1/job_1/inputs/1', 4],
    ]);
  });

  it('matches its schema, also without a table', () => {
    expect(Value.Errors(resultManifest, manifest)).toEqual([]);
    const inline = { ...result.outputs, rows: { inline: [], tables: [], ports: [] } };
    const other = describeResult({ ...result, outputs: inline }, stored);
    expect(Value.Errors(resultManifest, other)).toEqual([]);
    expect(other).not.toHaveProperty('tables');
  });
});
