import { expect, it } from 'vitest';
import { parseOtlp } from './parseOtlp.ts';

const span = {
  traceId: '4bf92f3577b34da6a3ce929d0e0e4736',
  spanId: '00f067aa0ba902b7',
  parentSpanId: '',
  name: 'POST /api/v1/jobs',
  startTimeUnixNano: '1700000000123456789',
  endTimeUnixNano: '1700000000125456789',
  status: { code: 2 },
};

it('reads the spans of an export request, times to the microsecond', () => {
  const resource = { attributes: [{ key: 'service.name', value: { stringValue: 'gateway' } }] };
  const body = JSON.stringify({ resourceSpans: [{ resource, scopeSpans: [{ spans: [span] }] }] });
  const { traceId, spanId, name } = span;
  expect(parseOtlp(body)).toEqual([
    {
      ...{ traceId, spanId, name, service: 'gateway', parentSpanId: undefined, failed: true, links: [] },
      ...{ startMs: 1_700_000_000_123.456, endMs: 1_700_000_000_125.456 },
    },
  ]);
});

it('accepts requests without spans, and rejects invalid JSON', () => {
  expect(parseOtlp('{}')).toEqual([]);
  expect(parseOtlp('{"resourceSpans":[{}]}')).toEqual([]);
  expect(() => parseOtlp('nonsense')).toThrow(SyntaxError);
});
