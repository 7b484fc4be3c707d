import { GetAnswer } from '@rotamer/proto/jobs/v1/jobs.ts';
import { FetchInputsResponse } from '@rotamer/proto/jobs/v1/leases.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mostBytes } from './mostBytes.ts';

const text = fc.string({ unit: 'binary', maxLength: 300 });
const optional = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined });
const number = optional(fc.maxSafeNat());
const date = optional(fc.date({ noInvalidDate: true, min: new Date('1900-01-01'), max: new Date('3000-01-01') }));

const job = fc
  .record({
    ...{ id: text, name: optional(text), error: optional(text), progress: optional(fc.integer({ max: 100 })) },
    ...{ version: fc.maxSafeNat(), runtimeMs: number, startedAt: date, completedAt: date },
    billing: optional(fc.record({ reservedMillicredits: number, finalMillicredits: number, finalizedAt: date })),
  })
  .map((value) => GetAnswer.fromPartial({ answer: { $case: 'job', value } }));
const failure = fc
  .uint8Array({ maxLength: 300 })
  .map((bytes) => Buffer.from(bytes))
  .map((fault) => GetAnswer.fromPartial({ answer: { $case: 'error', value: { fault } } }));
const inputs = fc
  .record({
    inputs: fc.array(fc.record({ id: text, content: optional(text), metadataJson: optional(text) }), { maxLength: 5 }),
    downloadUrls: fc.dictionary(text, text, { maxKeys: 5 }),
  })
  .map((value) => FetchInputsResponse.fromPartial(value));

describe('the bound of the size of a message', () => {
  it('is never below what its encoding takes in a field, whatever it holds', () => {
    const framed = (bytes: number) => bytes + 8;
    fc.assert(
      fc.property(fc.oneof(job, failure), (answer) => {
        expect(mostBytes(answer)).toBeGreaterThanOrEqual(framed(GetAnswer.encode(answer).finish().length));
      }),
    );
    fc.assert(
      fc.property(inputs, (answer) => {
        expect(mostBytes(answer)).toBeGreaterThanOrEqual(framed(FetchInputsResponse.encode(answer).finish().length));
      }),
    );
  });

  it('is close to it where texts are what is large', () => {
    const answer = GetAnswer.fromPartial({ answer: { $case: 'job', value: { error: 'ü'.repeat(50_000) } } });
    expect(mostBytes(answer)).toBeLessThan(102_000);
  });
});
