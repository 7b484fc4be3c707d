import { describe, expect, it } from 'vitest';
import type { Span } from './parseOtlp.ts';
import { renderLate, renderTrace } from './renderTrace.ts';

const START = 1_700_000_000_000;

/** A span by its id, `parent/id`. */
function span(path: string, from: number, to: number, over: Partial<Span> = {}): Span {
  const [parentSpanId, spanId] = path.includes('/') ? path.split('/') : [undefined, path];
  const times = { startMs: START + from, endMs: START + to };
  return {
    traceId: 't1',
    spanId: spanId!,
    parentSpanId,
    service: 'jobs',
    name: spanId!,
    failed: false,
    links: [],
    ...times,
    ...over,
  };
}

describe('a trace on the terminal', () => {
  it('is a tree ordered by time, with bars on the scale of the request', () => {
    const spans = [
      span('call/statement', 6, 12),
      span('root', 0, 24, { service: 'gateway', name: 'POST /api/v1/jobs' }),
      span('root/second', 18, 24, { failed: true }),
      span('root/call', 4, 16),
    ];
    expect(renderTrace(spans, 80)).toEqual([
      'POST /api/v1/jobs in 24.0 ms (trace t1)',
      '     0 ms    24.0 ms  gateway  POST /api/v1/jobs        ████████████████████████',
      '     4 ms    12.0 ms  jobs       call                       ████████████',
      '     6 ms     6.0 ms  jobs         statement                  ██████',
      '    18 ms     6.0 ms  jobs       second ✗                                 ██████',
    ]);
  });

  it('shows the spans after the response separately, on their own scale', () => {
    const spans = [span('root', 0, 24), span('root/attempt', 48, 1_224), span('attempt/tool', 49, 1_200)];
    const [, , after, attempt, tool] = renderTrace(spans, 80);
    expect(after).toBe('  after the response:');
    expect(attempt).toMatch(/^ {4}48 ms {2}1176\.0 ms {2}jobs {5}attempt +█{24}$/);
    expect(tool).toMatch(/ {2}tool +█+$/);
  });

  it('shows spans whose parent is missing, and ends when spans are each other’s parents', () => {
    const spans = [span('root', 0, 5), span('lost/orphan', 1, 2), span('a/b', 1, 2), span('b/a', 1, 2)];
    const text = renderTrace(spans).join('\n');
    expect(text).toContain('orphan');
    expect(text.split('\n')).toHaveLength(3);
  });

  it('fits any width, also with long and deeply nested names', () => {
    const deep = Array.from({ length: 40 }, (_, i) =>
      span(i ? `s${i - 1}/s${i}` : 's0', i, 90, { name: 'x'.repeat(200) }),
    );
    for (const line of renderTrace(deep, 100).slice(1)) expect(line.length).toBeLessThanOrEqual(100);
  });

  it('is shown without spans or with no duration', () => {
    expect(renderTrace([])).toEqual([]);
    expect(renderTrace([span('root', 0, 0)])[1]).toMatch(/ 0 ms +0\.0 ms +jobs +root +█$/);
  });

  it('is continued when spans arrive late', () => {
    const [title, tool] = renderLate([span('attempt/tool', 20_000, 80_000)], START);
    expect(title).toBe('later in trace t1:');
    expect(tool).toMatch(/^ {3}20\.0 s {5}60\.0 s {2}jobs {5}tool +█{24}$/);
  });
});
