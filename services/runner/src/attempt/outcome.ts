import { AttemptOutcome } from '@rotamer/proto/jobs/v1/leases.ts';
import type { ToolLimits } from '@rotamer/tools/contract.ts';
import type { Breach, Ended, MachineFailure } from '../executor/executor.ts';
import type { StopReason } from './heartbeat.ts';

/** The report of an attempt. `error` is shown to the job's owner. */
export interface Report {
  outcome: AttemptOutcome;
  error: string | undefined;
}

/** How the tool ended. Earlier fields take precedence over later ones. */
export interface ToolResult {
  ending: Ended;
  stop: StopReason | undefined;
  limits: ToolLimits;
  /** The error that the tool itself reported. */
  toolError: string | undefined;
  /** Problems of the outputs. */
  outputProblems: string[];
}

/** Decides the outcome of an attempt. Exit code 0 is not enough for success: the outputs must fulfil the contract. */
export function decideOutcome({ ending, stop, limits, toolError, outputProblems }: ToolResult): Report {
  if (ending.breach) return failed(breachSentence(ending.breach, limits));
  if (stop === 'timeout') {
    return { outcome: AttemptOutcome.TIMEOUT, error: `The tool reached its time limit of ${limits.wallSeconds} s.` };
  }
  if (stop === 'budget') {
    return { outcome: AttemptOutcome.BUDGET_EXCEEDED, error: 'The job used up the run time that its budget pays for.' };
  }
  const error = toolError ?? exitFailure(ending, limits) ?? outputProblems[0];
  if (error !== undefined && ending.machine) return infrastructure(ending.machine);
  return error === undefined ? { outcome: AttemptOutcome.COMPLETED, error } : failed(error);
}

/** A failure of the tool or its input, which another attempt would repeat. */
export const failed = (error: string): Report => ({ outcome: AttemptOutcome.FAILED, error });

const MACHINE_FAILURES: Record<MachineFailure, string> = {
  'disk full': 'The job could not be carried out: a disk of the service was full.',
  'disk broken': 'The job could not be carried out: a disk of the service could not be read or written.',
};

/** A failure of the runner, its machine or another service; another attempt may succeed. Details are only in the runner's log. */
export function infrastructure(failure: MachineFailure | undefined): Report {
  const error = failure ? MACHINE_FAILURES[failure] : 'The runner could not carry out the job.';
  return { outcome: AttemptOutcome.INFRASTRUCTURE, error };
}

/** What an attempt shows about its runner: it can carry out jobs, it cannot, or neither (the attempt was released, cancelled or lost). */
export type Verdict = 'able' | 'unable' | 'unknown';

export function verdictOf(outcome: AttemptOutcome | undefined): Verdict {
  if (outcome === undefined) return 'unknown';
  return outcome === AttemptOutcome.INFRASTRUCTURE ? 'unable' : 'able';
}

function exitFailure(ending: Ended, limits: ToolLimits): string | undefined {
  const { code, signal, outOfMemory } = ending;
  if (code === 0) return undefined;
  if (outOfMemory) return breachSentence('memory', limits);
  return signal ? `The tool was ended by signal ${signal}.` : `The tool ended unexpectedly (exit code ${code}).`;
}

function breachSentence(breach: Breach, { memoryMiB, outputMiB }: ToolLimits): string {
  const sentences: Record<Breach, string> = {
    memory: `The tool needed more than its memory limit of ${memoryMiB} MiB.`,
    disk: `The tool wrote more than its limit of ${outputMiB} MiB of files.`,
    output: 'The tool wrote too much output to its standard streams.',
    processes: 'The tool started too many processes.',
  };
  return sentences[breach];
}
