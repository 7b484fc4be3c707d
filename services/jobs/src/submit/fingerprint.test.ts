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
