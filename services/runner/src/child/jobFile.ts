import { join } from 'node:path';
import type { OutputPlace, Problem, Settings, ToolContract, ToolInput } from '@rotamer/tools/contract.ts';

/** The folder of one attempt on the runner's disk. `root` is accessible to the tool's user only. */
export interface AttemptFolder {
  root: string;
  /** The tool's parameters: a JobFile. */
  jobFile: string;
  /** The content of the inputs, named by their position. */
  inputs: string;
  /** Empty; the tool's current directory. */
  work: string;
  /** `outputs.ndjson` and, per port, a folder of files. */
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
  /** Of a tool by configuration: the child has no other place to find it. */
  contract?: ToolContract;
  /** Complete; the runner checked them against the contract, which takes a process that lives longer much less time. */
  settings: Settings;
  /** What is wrong with the settings: the job is refused for it. */
  settingProblems: Problem[];
  /** In the order of `input.inputs[]`; the text of input i is in the file `in/i`. */
  inputs: Omit<ToolInput, 'text'>[];
}

/** The child's output list, one line per output, written when the output is complete on disk. */
export type OutputLine =
  | { type: 'item'; port: string; place: OutputPlace; value: unknown }
  | { type: 'file'; port: string; place: OutputPlace; name: string }
  | { type: 'error'; message: string };

/** File names that are safe on every file system and in every blob key. */
export const PLAIN_NAME = /^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$/;
