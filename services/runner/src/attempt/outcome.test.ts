import { AttemptOutcome } from '@rotamer/proto/jobs/v1/leases.ts';
import { describe, expect, it } from 'vitest';
import type { Ended } from '../executor/executor.ts';
import { decideOutcome, type ToolResult } from './outcome.ts';

const limits = { wallSeconds: 60, memoryMiB: 256, cpuCores: 1, outputMiB: 64 };
const ended = (more: Partial<Ended>): Ended => ({
  kind: 'ended',
  code: null,
  signal: null,
  outOfMemory: false,
  ...more,
});
const good: ToolResult = {
  ending: ended({ code: 0 }),
  stop: undefined,
  limits,
  toolError: undefined,
  outputProblems: [],
};
const of = (more: Partial<ToolResult>) => decideOutcome({ ...good, ...more });

describe('an attempt', () => {
  it('is completed when the tool ended well and its outputs fulfil the contract', () => {
    expect(of({})).toEqual({ outcome: AttemptOutcome.COMPLETED, error: undefined });
  });

  it.each([
    ['its outputs are bad, for any exit code', { outputProblems: ['No output.', 'Worse.'] }, 'No output.'],
    [
      'the tool reports an error',
      { ending: ended({ code: 1 }), toolError: 'Bad line 3.', outputProblems: ['x'] },
      'Bad line 3.',
    ],
    ['the tool reports an error and exits with 0', { toolError: 'Bad line 3.' }, 'Bad line 3.'],
    ['its exit code is not 0', { ending: ended({ code: 3 }) }, 'The tool ended unexpectedly (exit code 3).'],
    ['a signal ended it', { ending: ended({ signal: 'SIGSEGV' }) }, 'The tool was ended by signal SIGSEGV.'],
    [
      'it asked for more memory than its limit',
      { ending: ended({ signal: 'SIGABRT', outOfMemory: true }) },
      'The tool needed more than its memory limit of 256 MiB.',
    ],
    [
      'it broke a limit, which outweighs its error',
      { ending: ended({ signal: 'SIGKILL', breach: 'disk' }), toolError: 'not me' },
      'The tool wrote more than its limit of 64 MiB of files.',
    ],
  ] satisfies [string, Partial<ToolResult>, string][])('is failed when %s', (_why, result, error) => {
    expect(of(result)).toEqual({ outcome: AttemptOutcome.FAILED, error });
  });

  it('is tried again when it failed while a disk was full or broken, with that as the reason', () => {
    const full = {
      outcome: AttemptOutcome.INFRASTRUCTURE,
      error: expect.stringContaining('disk of the service was full'),
    };
    for (const more of [{ code: 1 }, { signal: 'SIGBUS' as const }]) {
      expect(of({ ending: ended({ ...more, machine: 'disk full' }) })).toEqual(full);
    }
    expect(of({ ending: ended({ code: 0, machine: 'disk full' }), outputProblems: ['No output.'] })).toEqual(full);
    const broken = of({ ending: ended({ code: 1, machine: 'disk broken' }), toolError: 'x' });
    expect(broken).toMatchObject({
      outcome: AttemptOutcome.INFRASTRUCTURE,
      error: expect.stringContaining('read or written'),
    });
    expect(of({ ending: ended({ code: 0, machine: 'disk full' }) }).outcome).toBe(AttemptOutcome.COMPLETED);
    const breach = ended({ signal: 'SIGKILL', breach: 'disk', machine: 'disk full' });
    expect(of({ ending: breach }).outcome).toBe(AttemptOutcome.FAILED);
  });

  it.each([
    ['timeout', AttemptOutcome.TIMEOUT],
    ['budget', AttemptOutcome.BUDGET_EXCEEDED],
  ] as const)('ends with the reason for which the tool was stopped: %s, for any exit of the tool', (stop, outcome) => {
    for (const ending of [ended({ code: 0 }), ended({ signal: 'SIGKILL' }), ended({ code: 1 })]) {
      expect(of({ stop, ending }).outcome).toBe(outcome);
    }
  });
});
