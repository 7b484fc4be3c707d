import { expect, it } from 'vitest';
import type { Span } from './parseOtlp.ts';
import { createTraceBook } from './traceBook.ts';

const OF = 'POST /api/v1/jobs';

function openBook() {
  const shown: string[] = [];
  let time = 0;
  const book = createTraceBook({ of: OF, print: (lines) => shown.push(lines.join('\n')), now: () => time });
  const pass = (ms: number) => {
    time += ms;
    book.tick();
  };
  return { ...book, shown, pass };
}

function span(traceId: string, spanId: string, over: Partial<Span> = {}): Span {
  return { traceId, spanId, service: 'jobs', name: spanId, startMs: 0, endMs: 10, failed: false, links: [], ...over };
}

const root = (traceId: string) => span(traceId, `${traceId} root`, { name: OF });

it('shows a submission with all its spans once no more arrive', () => {
  const { add, pass, shown } = openBook();
  add([span('t1', 'statement', { parentSpanId: 't1 root' })]);
  pass(1_000);
  add([root('t1')]);
  pass(1_000);
  expect(shown).toEqual([]);
  pass(1_000);
  expect(shown).toHaveLength(1);
  expect(shown[0]).toContain('statement');
  pass(5_000);
  expect(shown).toHaveLength(1);
});

it('shows later spans, and no span twice', () => {
  const { add, pass, shown } = openBook();
  add([root('t1')]);
  pass(2_000);
  add([span('t1', 'attempt', { parentSpanId: 't1 root' })]);
  pass(2_000);
  expect(shown[1]).toMatch(/^later in trace t1:\n.*attempt/);
  expect(shown[1]).not.toContain(OF);
});

it('does not show other traces', () => {
  const { add, pass, shown } = openBook();
  add([span('t1', 'GET /api/v1/jobs/:jobId')]);
  pass(2_000);
  expect(shown).toEqual([]);
});

it('shows a batch of another trace, with its children, below the span that waited for it', () => {
  const { add, pass, shown } = openBook();
  const batch = span('t2', 'batch', { parentSpanId: 't2 root', links: [{ traceId: 't1', spanId: 't1 root' }] });
  add([root('t1'), root('t2'), batch, span('t2', 'insert jobs', { parentSpanId: 'batch' })]);
  pass(2_000);
  expect(shown).toHaveLength(2);
  for (const text of shown) expect(text).toMatch(/ {2}batch.*\n.* {4}insert jobs/);
});

it('keeps a bounded number of traces and spans', () => {
  const { add, pass, shown } = openBook();
  for (let n = 0; n < 5_000; n++) add([root(`t${n}`)]);
  add(Array.from({ length: 5_000 }, (_, n) => span('t4999', `s${n}`, { parentSpanId: 't4999 root' })));
  pass(2_000);
  expect(shown).toHaveLength(300);
  expect(shown.at(-1)!.split('\n')).toHaveLength(1_001);
});
