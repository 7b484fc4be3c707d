import { join } from 'node:path';
import type { OutputPlace, Problem, Settings, ToolContract, ToolDataset, ToolInput } from '@rotamer/tools/contract.ts';

/** The folder of one attempt on the runner's disk. Only the tool's user can access `root`. */
export interface AttemptFolder {
  root: string;
  /** The parameters of the job: a JobFile. */
  jobFile: string;
  /** The contents of the inputs, named by their position. */
  inputs: string;
  /** Initially empty; the tool's current directory. */
  work: string;
  /** Contains `outputs.ndjson` and a folder of files for each port. */
  outputs: string;
}

export function attemptFolder(root: string): AttemptFolder {
  return {
    root,
    jobFile: join(root, 'job.json'),
    inputs: join(root, 'in'),
    work: join(root, 'work'),
    outputs: join(root, 'out'),
  };
}

/** Name of the list of outputs inside the outputs folder: one OutputLine per line. */
export const OUTPUT_LIST = 'outputs.ndjson';

/** The parameters that the runner passes to the child. */
export interface JobFile {
  tool: string;
  /** Only for a tool by configuration: the child has no other source of its contract. */
  contract?: ToolContract;
  /** Complete and checked against the contract by the runner, because the check takes a warm process much less time. */
  settings: Settings;
  /** The release to search; its folder is visible in the sandbox. */
  dataset?: ToolDataset;
  /** Problems of the settings, for which the job is refused. */
  settingProblems: Problem[];
  /** In the order of `input.inputs[]`. The text of input i is in the file `in/i`. */
  inputs: Omit<ToolInput, 'text'>[];
}

/** A line of the child's output list. Each output has one line, written when the output is complete on disk. */
export type OutputLine =
  | { type: 'item'; port: string; place: OutputPlace; value: unknown }
  | { type: 'file'; port: string; place: OutputPlace; name: string }
  | { type: 'error'; message: string };

/** File names that are safe on every file system and in every blob key. */
export const PLAIN_NAME = /^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$/;
