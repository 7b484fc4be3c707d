import { globSync, readFileSync } from 'node:fs';
import { BinaryWriter } from '@bufbuild/protobuf/wire';
import { GetAnswer } from '@rotamer/proto/jobs/v1/jobs.ts';
import { FetchInputsResponse } from '@rotamer/proto/jobs/v1/leases.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ByteCounter, encodedBytes } from './encodedBytes.ts';

const GENERATED = new URL('../../../../proto/gen/', import.meta.url).pathname;

const text = fc.string({ unit: 'binary', maxLength: 300 });
const optional = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined });
const number = fc.oneof(fc.maxSafeInteger(), fc.nat(300));
const date = fc.date({ noInvalidDate: true, min: new Date('1900-01-01'), max: new Date('3000-01-01') });

const job = fc
  .record({
    ...{ id: text, name: optional(text), error: optional(text), progress: optional(fc.integer()) },
    ...{ version: number, runtimeMs: optional(number), startedAt: optional(date), completedAt: optional(date) },
    billing: optional(fc.record({ reservedMillicredits: number, finalizedAt: optional(date) })),
  })
  .map((value) => GetAnswer.fromPartial({ answer: { $case: 'job', value } }));
const failure = fc
  .uint8Array({ maxLength: 300 })
  .map((bytes) => GetAnswer.fromPartial({ answer: { $case: 'error', value: { fault: Buffer.from(bytes) } } }));
const inputs = fc
  .record({
    inputs: fc.array(fc.record({ id: text, content: optional(text), metadataJson: optional(text) }), { maxLength: 5 }),
    downloadUrls: fc.dictionary(text, text, { maxKeys: 5 }),
  })
  .map((value) => FetchInputsResponse.fromPartial(value));

describe('encodedBytes', () => {
  it('returns the length of the encoding for any message', () => {
    fc.assert(
      fc.property(fc.oneof(job, failure), (answer) => {
        expect(encodedBytes(GetAnswer, answer)).toBe(GetAnswer.encode(answer).finish().length);
      }),
    );
    fc.assert(
      fc.property(inputs, (answer) => {
        expect(encodedBytes(FetchInputsResponse, answer)).toBe(FetchInputsResponse.encode(answer).finish().length);
      }),
    );
  });

  it('counts every kind of field that a message has', () => {
    const writers = Object.getOwnPropertyNames(BinaryWriter.prototype);
    const sources = globSync('**/*.ts', { cwd: GENERATED }).map((file) => readFileSync(GENERATED + file, 'utf8'));
    const used = new Set(sources.flatMap((source) => [...source.matchAll(/\.(\w+)\(/g)].map(([, name]) => name!)));
    const written = writers.filter((name) => used.has(name) && !['constructor', 'finish'].includes(name));
    expect(written).toContain('string');
    expect(written.filter((name) => !Object.hasOwn(ByteCounter.prototype, name))).toEqual([]);
  });
});
