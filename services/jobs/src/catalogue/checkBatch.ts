import type { DatasetSize, Settings, ToolInput, Verdict } from '@rotamer/tools/contract.ts';

export interface CheckTask {
  tool: string;
  inputs: ToolInput[];
  settings: unknown;
  /** The release that the settings name. */
  dataset?: DatasetSize;
}

/** One shared integer: how many checks of a batch have begun. It is 0 while the batch waits for a thread. */
export type Begun = Int32Array<SharedArrayBuffer>;

const CLOSED = 1_000_000;

/** Prevents further checks of a batch from beginning. Returns the position of the running check. */
export function closeBatch(begun: Begun): number {
  return Atomics.exchange(begun, 0, CLOSED) - 1;
}

export interface CheckBatch {
  tasks: CheckTask[];
  begun: Begun;
}

/** The verdict on a request, and its settings with the defaults filled in. */
export interface Checked {
  verdict: Verdict;
  settings: Settings;
}

export type CheckOutcome = Checked | { error: unknown };

/** What checks requests. */
export interface Checks {
  /**
   * Returns the tool's verdict on a request.
   *
   * @throws validation_error for a check that uses more than 2 s of CPU time; service_unavailable for a workspace with
   * too many waiting checks, or when the machine has no time for a check.
   */
  check(workspaceId: string, task: CheckTask): Promise<Checked>;
}

/**
 * Runs the checks one after the other until the batch is closed, and counts them in `begun`. An error of a check
 * becomes the outcome of that check.
 */
export function checkEach({ tasks, begun }: CheckBatch, check: (task: CheckTask) => CheckOutcome): CheckOutcome[] {
  const outcomes: CheckOutcome[] = [];
  for (;;) {
    const task = tasks[Atomics.add(begun, 0, 1)];
    if (!task) return outcomes;
    outcomes.push(checkOne(task, check));
  }
}

function checkOne(task: CheckTask, check: (task: CheckTask) => CheckOutcome): CheckOutcome {
  try {
    return check(task);
  } catch (error) {
    return { error };
  }
}
