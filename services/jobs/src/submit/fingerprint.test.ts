import { SubmissionKind, SubmitRequest } from '@rotamer/proto/jobs/v1/jobs.ts';
import { describe, expect, it } from 'vitest';
import { fingerprintOf } from './fingerprint.ts';

const request = (over: Partial<SubmitRequest> = {}): SubmitRequest =>
  SubmitRequest.fromPartial({
    submissionId: 'a',
    kind: SubmissionKind.KEYED,
    tool: 'protein-properties',
    name: 'x',
    inputs: [{ id: 'in1', slotId: 'sequences', kind: 'protein', format: 'FASTA', content: '>a\nMK' }],
    settingsJson: '{"b":1,"a":{"c":2}}',
    ...over,
  });

describe('a fingerprint', () => {
  const first = fingerprintOf(request());

  it('is the same for the same choices in any notation', () => {
    expect(fingerprintOf(request({ settingsJson: '{ "a": {"c": 2.0}, "b": 1 }' }))).toBe(first);
    expect(fingerprintOf(request({ submissionId: 'b', kind: SubmissionKind.UNKEYED }))).toBe(first);
  });

  it('equals the fingerprints that release 0.2 has stored', () => {
    expect(first).toBe('a5e94525428288e94bfd4d224febc4f7e561015f5e87c7dda38ddc1e7307f526');
    const child = SubmitRequest.fromPartial({
      submissionId: 'a',
      kind: SubmissionKind.CHILD,
      tool: 'protein-properties',
      name: 'x',
      projectId: 'proj_1',
      budgetId: 'b',
      parentRef: '1/n/1',
      maxQuotedMillicredits: 5,
      maxReservedMillicredits: 0,
      inputs: [
        {
          id: 'in1',
          slotId: 'sequences',
          kind: 'protein',
          format: 'FASTA',
          metadataJson: '{"z":1,"y":[2.0]}',
          label: 'l',
          copies: 2,
          msa: { content: 'c', fileName: 'f', format: 'A3M' },
          modifications: [{ position: 1, ccd: 'SEP' }],
          source: { source: { $case: 'file', value: { fileId: 'file_1', fileName: 'a.fa' } } },
        },
      ],
    });
    expect(fingerprintOf(child)).toBe('332a9384ace71042a6a8f338eb43ff8952ce400fb9d836cb6d2bdb11a788ea79');
  });

  const others: Partial<SubmitRequest>[] = [
    { name: 'y' },
    { tool: 'pairwise-align' },
    { settingsJson: '{"b":1}' },
    { projectId: 'proj_1' },
    { maxQuotedMillicredits: 0 },
    { maxReservedMillicredits: 1_000 },
    { inputs: [] },
  ];
  for (const other of others) {
    it(`differs with another ${Object.keys(other)}`, () => {
      expect(fingerprintOf(request(other))).not.toBe(first);
    });
  }
});
