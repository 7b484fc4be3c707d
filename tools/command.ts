/** How a tool by configuration is run: a part of its contract, so every job pins it. */
export interface ToolCommand {
  /** The program, one of the contract's `requires`. */
  program: string;
  arguments: Argument[];
  /** A slot: the program runs once for each file of it, one after the other. Without it, once for the job. */
  each?: string;
  /** Standard output becomes this file of the output folder. */
  stdout?: string;
  /** Exit codes that mean success. */
  exitCodes: number[];
  progress?: ProgressForm;
  slots: Record<string, Staging>;
  outputs: Record<string, PortSource>;
  /** Slots whose records are the priced units; absent: all. */
  unitsOf?: string[];
  /** Of metered tools: the expected run time. */
  estimate?: { minutes: number; minutesPerRecord: number };
}

/**
 * A text with at most one placeholder: `{inputs.slot}`, `{settings.name}`, `{threads}`, `{memoryMiB}` or `{outputs}`. One
 * that stands for several values (files, an array) gives an argument for each; one that stands for none gives none.
 */
export type Argument =
  | string
  /** The flag and the value, two arguments, for each value. */
  | { flag: string; value: string }
  /** Arguments only where a setting has a value. */
  | { when: string; is: string | number | boolean; arguments: string[] };

/** How the inputs of a slot get into its files. */
export interface Staging {
  /** `joined`: all records in one file, with ids that are safe for programs. `files`: a file for each input, as it came. */
  as: 'joined' | 'files';
  /** What a structure must have. */
  structure: 'atoms' | 'polymer' | 'protein' | 'backbone';
}

/** Where the output of a port is found, once the program has ended. */
export type PortSource =
  /** `files`: a pattern of names in the output folder, where `*` stands for any characters and `?` for one. */
  { files: string; restoreIds: boolean } | { rows: RowsForm };

/** A file whose rows become items. */
export interface RowsForm {
  file: string;
  format: 'TSV' | 'CSV' | 'SPACES' | 'JSON' | 'JSONL';
  /** Names of the columns of a file that has no header. */
  columns?: string[];
  /** Properties of an item whose column has another name. */
  from: Record<string, string>;
  /** Lines that begin so are left out. */
  comment?: string;
  /** With `each`: the property that says which input a row is about. */
  input?: string;
  /** Ranks by this property. */
  rankBy?: { property: string; order: 'ascending' | 'descending' };
}

/** A line of the program that tells how far it is: the prefix, a number, and `%`, `/ 20` or `of 20`. */
export interface ProgressForm {
  stream: 'stdout' | 'stderr';
  prefix: string;
}
