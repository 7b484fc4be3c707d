import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { LogPart } from './backlog.ts';
import type { ListedCommand } from './commandList.ts';
import { reportPrograms } from './reportPrograms.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] });
});
afterEach(() => {
  vi.useRealTimers();
});

function startReports(streams: ('stdout' | 'stderr')[] = ['stdout', 'stderr']) {
  const parts: LogPart[] = [];
  const commands = new Map<number, ListedCommand>();
  let unlisted = 0;
  const reports = reportPrograms({
    streams,
    places: [
      ['/tmp/a/work/', ''],
      ['/tmp/a/work', '.'],
    ],
    pipe: {
      log: (part) => parts.push(part),
      ran: (number, command) => commands.set(number, { ...command }),
      leftOut: (count) => {
        unlisted = count;
      },
      waiting: () => 0,
    },
  });
  const begin = (args: string[], command = 'prog') => reports.begin({ command, args, cwd: '/tmp/a/work' });
  return {
    ...reports,
    begin,
    commands,
    unlisted: () => unlisted,
    log: () => parts.map(({ text }) => text).join(''),
  };
}

const done = { code: 0, signal: null, elapsedMs: 1_200 };

describe('reports of programs', () => {
  it('show command lines as a shell takes them, without folders of the machine', () => {
    const { begin, end, log, commands } = startReports();
    begin(['-i', '/tmp/a/work/in.fa', '--name', "it's a b", ''], '/usr/bin/prog').ended(done);
    begin(['-s', '/opt/rotamer/tools/x/fold.py'], '/opt/python').ended({ code: 2, signal: null, elapsedMs: 0 });
    end();
    expect(log()).toBe(
      "$ prog -i in.fa --name 'it'\\''s a b' ''\n[prog ended after 1.2 s]\n$ python -s fold.py\n[python ended with exit code 2 after 0.0 s]\n",
    );
    expect(commands.get(1)).toEqual({ argv: ['python', '-s', 'fold.py'], runs: 1, exitCode: 2, elapsedMs: 0 });
  });

  it('never put two streams into one line', () => {
    const { begin, end, log } = startReports();
    const run = begin([]);
    run.wrote('stdout', Buffer.from('loading'));
    vi.advanceTimersByTime(1_500);
    expect(log()).toBe('$ prog\nloading');
    run.wrote('stderr', Buffer.from('no such file\n'));
    run.wrote('stdout', Buffer.from(' done\n'));
    run.wrote('stdout', Buffer.from('the end'));
    run.ended(done);
    end();
    expect(log()).toBe('$ prog\nloading\nno such file\n done\nthe end\n[prog ended after 1.2 s]\n');
  });

  it('keep only the streams of the contract, and commands without any', () => {
    const some = startReports(['stderr']);
    const run = some.begin([]);
    run.wrote('stdout', Buffer.from('result\n'));
    run.wrote('stderr', Buffer.from('warning\n'));
    some.end();
    expect(some.log()).toBe('$ prog\nwarning\n');
    const none = startReports([]);
    none.begin([]).wrote('stderr', Buffer.from('warning\n'));
    none.end();
    expect([none.log(), none.commands.size]).toEqual(['', 1]);
  });

  it('count equal command lines, and those beyond the first 100', () => {
    const { begin, end, commands, unlisted } = startReports([]);
    for (let i = 0; i < 150; i++) {
      begin([String(i)]).ended(done);
      begin(['same']).ended(done);
    }
    end();
    expect([commands.size, unlisted(), commands.get(1)!.runs]).toEqual([100, 51, 150]);
  });

  it('shorten a command line of many arguments', () => {
    const { begin, end, commands } = startReports([]);
    begin(Array.from({ length: 10_000 }, () => 'x'.repeat(9)));
    end();
    expect(commands.get(0)!.argv.at(-1)).toBe('[9901 more arguments left out]');
  });

  it('send a flood at a bounded rate', () => {
    const { begin, log } = startReports();
    const run = begin([]);
    for (let second = 0; second < 60; second++) {
      for (let i = 0; i < 16; i++) run.wrote('stdout', Buffer.from(`${'x'.repeat(63)}\n`.repeat(1024)));
      vi.advanceTimersByTime(1_000);
    }
    expect(log().length).toBeLessThan(1024 * 1024 + 61 * 128 * 1024 + 60 * 16_384);
    expect(log().length).toBeGreaterThan(30 * 128 * 1024);
  });
});
