import { describe, expect, it } from 'vitest';
import { fakeIo } from '../testing/fakeIo.ts';
import { guard } from './guard.ts';
import { liveLine } from './liveLine.ts';
import { pairs, table } from './table.ts';

describe('a table', () => {
  const rows = [
    ['job_01kjmma2g0e9dtsezyywpss2bm', 'A very long name of a job', 'another long text', 12],
    ['job_2', 'short', null, 3],
  ];

  it.each([120, 80, 62, 59])('fits %i columns without cutting ids', (columns) => {
    const lines = table(['JOB', 'NAME', 'WHAT', 'N'], rows, columns).trimEnd().split('\n');
    for (const line of lines) expect(line.length).toBeLessThanOrEqual(columns);
    expect(lines[1]).toContain('job_01kjmma2g0e9dtsezyywpss2bm');
  });

  it.each([30, 10, 1])('that cannot fit %i columns stays readable', (columns) => {
    const [, first] = table(['JOB', 'NAME', 'WHAT', 'N'], rows, columns).split('\n');
    expect(first).toMatch(/^job_01kjmma2g0e9dtsezyywpss2bm {2}A very … {2}another… {2}12$/);
  });

  it('may have one column, or no rows', () => {
    expect(table(['JOB'], [['x'.repeat(50)]], 10)).toBe(`JOB\n${'x'.repeat(50)}\n`);
    expect(table(['JOB', 'NAME'], [], 5)).toBe('JOB  NAME\n');
    expect(pairs({ a: 1, longer: 'x\u001b[2J\ny' })).toBe('a       1\nlonger  x\\u001b[2J y\n');
  });
});

describe('a live line', () => {
  const shown = (terminal: boolean, columns: number | undefined, TERM = 'xterm') => {
    const io = fakeIo({ terminal, env: { TERM } });
    io.err.columns = columns;
    const live = liveLine(guard(io));
    for (const text of ['job_1  QUEUED', 'job_1  QUEUED', 'job_1  DONE']) live.show(text);
    live.end();
    return io.stderr;
  };

  it('stays on one line at any width', () => {
    expect(shown(true, 10)).toBe('\r\x1b[Kjob_1  QU\r\x1b[Kjob_1  DO\n');
    expect(shown(true, 1)).toBe('');
    expect(shown(true, undefined)).toContain('job_1  QUEUED');
  });

  it('prints a line for each state where lines cannot be rewritten', () => {
    for (const text of [shown(false, undefined), shown(true, 80, 'dumb')]) {
      expect(text).toBe('job_1  QUEUED\njob_1  DONE\n');
    }
  });
});
