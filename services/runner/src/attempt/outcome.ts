import { AttemptOutcome } from '@rotamer/proto/jobs/v1/leases.ts';
import type { ToolLimits } from '@rotamer/tools/contract.ts';
import type { Breach, Ended, MachineFailure } from '../executor/executor.ts';
import type { StopReason } from './heartbeat.ts';

/** What is reported of an attempt; `error` is what the job's owner reads. */
export interface Report {
  outcome: AttemptOutcome;
  error: string | undefined;
}

/** How the tool ended, in the order in which reasons outweigh each other. */
export interface ToolResult {
  ending: Ended;
  stop: StopReason | undefined;
  limits: ToolLimits;
  /** What the tool itself said about its failure. */
  toolError: string | undefined;
  /** What is wrong with its outputs. */
  outputProblems: string[];
}

/** What an attempt came to. Exit code 0 is not success: the outputs that the contract promises are. */
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

/** The tool or its input: another attempt would come to the same. */
export const failed = (error: string): Report => ({ outcome: AttemptOutcome.FAILED, error });

const MACHINE_FAILURES: Record<MachineFailure, string> = {
  'disk full': 'The job could not be carried out: a disk of the service was full.',
  'disk broken': 'The job could not be carried out: a disk of the service could not be read or written.',
};

/** The runner, its machine or a neighbour failed: another attempt may succeed. What else failed is in the runner's log. */
export function infrastructure(failure: MachineFailure | undefined): Report {
  const error = failure ? MACHINE_FAILURES[failure] : 'The runner could not carry out the job.';
  return { outcome: AttemptOutcome.INFRASTRUCTURE, error };
}

/** What an attempt says about its runner: that it can carry out jobs, that it cannot, or neither (handed back, cancelled, lost). */
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
