import { Fault } from '@rotamer/kit/errors/fault.ts';
import type { CallScope } from '@rotamer/kit/grpc/callContext.ts';
import { eventually } from '@rotamer/kit/testing/eventually.ts';
import { quietLog } from '@rotamer/kit/testing/quietLog.ts';
import { RanPrograms } from '@rotamer/proto/jobs/v1/job.ts';
import type { DeepPartial, LeasesClient, RecordRunRequest } from '@rotamer/proto/jobs/v1/leases.ts';
import { describe, expect, it } from 'vitest';
import { fakeLease } from '../testing/fakeJobs.ts';
import { startRunLog } from './runLog.ts';

const vina = { command: 'vina', probe: ['--version'], answer: 'Vina' };

/** A log whose calls to jobs are recorded. `answer` may fail a call. */
function startLog(answer: (call: number) => void = () => {}) {
  const calls: DeepPartial<RecordRunRequest>[] = [];
  const recordRun = async (request: DeepPartial<RecordRunRequest>) => {
    calls.push(request);
    answer(calls.length);
    return {};
  };
  const deps = { leases: { recordRun }, log: quietLog, versionOf: async () => 'AutoDock Vina v1.2.3' };
  const log = startRunLog(fakeLease('vina-dock'), [vina], deps);
  const say = (text: string, at: number) => log.onPrograms('log', at, text);
  const sent = () => calls.map(({ text }) => text).join('');
  return { ...log, calls, say, sent };
}

const ran = (over: object = {}) => JSON.stringify({ argv: ['vina', '--seed', '1'], runs: 1, elapsedMs: 5, ...over });

describe('the log of an attempt', () => {
  it('sends the first part at once and the rest at the end, at their places', async () => {
    const { say, calls, close } = startLog();
    say('one\n', 0);
    await eventually(() => calls.length === 1);
    say('two\n', 4);
    say('late\n', 108);
    await close();
    expect(calls.map(({ text, startsAt }) => [text, startsAt])).toEqual([
      ['one\n', 0],
      ['two\n', 4],
      ['late\n', 108],
    ]);
  });

  it('sends commands with the versions of their programs', async () => {
    const { onPrograms, calls, close } = startLog();
    onPrograms('ran', 0, ran());
    onPrograms('unlisted', 3, '');
    onPrograms('ran', 0, ran({ runs: 2, exitCode: 0 }));
    await close();
    expect(calls.at(-1)!.ran).toEqual({
      programs: [{ name: 'vina', version: 'AutoDock Vina v1.2.3' }],
      commands: [{ argv: ['vina', '--seed', '1'], runs: 2, exitCode: 0, elapsedMs: 5 }],
      commandsLeftOut: 3,
    });
  });

  it('sends how many runs are not listed, also when no listed command changes any more', async () => {
    const { onPrograms, calls, close } = startLog();
    onPrograms('ran', 0, ran());
    await eventually(() => calls.length === 1);
    onPrograms('unlisted', 7, '');
    await close();
    expect(calls.at(-1)!.ran).toMatchObject({ commandsLeftOut: 7 });
  });

  it('leaves out the last command lines when all are more than jobs takes', async () => {
    const { onPrograms, calls, close } = startLog();
    for (let i = 0; i < 100; i++) onPrograms('ran', i, ran({ argv: ['vina', '漢'.repeat(900)], runs: 2 }));
    await close();
    const { commands = [], commandsLeftOut } = calls.at(-1)!.ran!;
    expect(RanPrograms.encode(RanPrograms.fromPartial(calls.at(-1)!.ran!)).finish().length).toBeLessThan(128 * 1024);
    expect(commands.length).toBeGreaterThan(30);
    expect(commandsLeftOut).toBe(2 * (100 - commands.length));
  });

  it('ends the call that waits for jobs when it is closed', async () => {
    let signal: AbortSignal | undefined;
    const recordRun: LeasesClient<CallScope>['recordRun'] = (_, scope) => {
      signal = scope?.signal;
      return new Promise(() => {});
    };
    const deps = { leases: { recordRun }, log: quietLog, versionOf: async () => undefined };
    const { onPrograms, close } = startRunLog(fakeLease('vina-dock'), [vina], deps);
    onPrograms('log', 0, 'one\n');
    await eventually(() => signal !== undefined);
    await close(0);
    expect(signal!.aborted).toBe(true);
  });

  it('ignores what no sound child sends, and control characters', async () => {
    const { onPrograms, say, calls, close, sent } = startLog();
    say('b\u001b[2J\n', 0);
    say('again', 2);
    for (const bad of ['', '{', '[]', ran({ argv: [] }), ran({ runs: 0 }), ran({ argv: ['x'.repeat(10_000)] })])
      onPrograms('ran', 0, bad);
    onPrograms('ran', 7, ran());
    await close();
    expect(sent()).toBe('b\ufffd[2J\n');
    expect(calls.every((call) => call.ran === undefined)).toBe(true);
  });

  it('goes on after an outage of jobs, and ends when jobs refuses it', async () => {
    const outage = startLog((call) => {
      if (call === 1) throw new Fault('service_unavailable', 'unavailable');
    });
    outage.say('one\n', 0);
    await eventually(() => outage.calls.length === 2);
    expect(outage.sent()).toBe('one\none\n');
    const refused = startLog(() => {
      throw new Fault('not_found', 'No such lease.');
    });
    refused.say('one\n', 0);
    await eventually(() => refused.calls.length === 1);
    refused.say('two\n', 4);
    await refused.close();
    expect(refused.calls).toHaveLength(1);
  });
});
