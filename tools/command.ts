/** How a tool by configuration is run. It is a part of the tool's contract, so every job pins it. */
export interface ToolCommand {
  /** The program, one of the contract's `requires`. */
  program: string;
  arguments: Argument[];
  /**
   * A slot. The program runs once for each of its files, one after the other. Without this field it runs once per job.
   */
  each?: string;
  /** Standard output is written to this file of the output folder. */
  stdout?: string;
  /** Exit codes that mean success. */
  exitCodes: number[];
  progress?: ProgressForm;
  slots: Record<string, Staging>;
  outputs: Record<string, PortSource>;
  /** Slots whose records are the priced units; by default all slots. */
  unitsOf?: string[];
  /** Expected run time, for metered tools. */
  estimate?: { minutes: number; minutesPerRecord: number };
}

/**
 * A text with at most one placeholder: `{inputs.slot}`, `{settings.name}`, `{threads}`, `{memoryMiB}` or `{outputs}`. A
 * placeholder with several values (files, an array) gives one argument for each value; one without a value gives no
 * argument.
 */
export type Argument =
  | string
  /** Two arguments, the flag and the value, for each value. */
  | { flag: string; value: string }
  /** Arguments that are added only when a setting has this value. */
  | { when: string; is: string | number | boolean; arguments: string[] };

/** How the inputs of a slot are written to files. */
export interface Staging {
  /**
   * `joined`: all records in one file, under ids that are safe for programs. `files`: a file for each input, unchanged.
   */
  as: 'joined' | 'files';
  /** What a structure must have. */
  structure: 'atoms' | 'polymer' | 'protein' | 'backbone';
}

/** Where to find the output of a port after the program has ended. */
export type PortSource =
  /** `files`: a pattern of names in the output folder, where `*` stands for any characters and `?` for one. */
  { files: string; restoreIds: boolean } | { rows: RowsForm };

/** A file whose rows become items. */
export interface RowsForm {
  file: string;
  format: 'TSV' | 'CSV' | 'SPACES' | 'JSON' | 'JSONL';
  /** Names of the columns, for a file without a header. */
  columns?: string[];
  /** Columns of properties that have another name in the file. */
  from: Record<string, string>;
  /** Lines that begin with this text are left out. */
  comment?: string;
  /** With `each`: the property that names the input of a row. */
  input?: string;
  /** The property by which rows are ranked. */
  rankBy?: { property: string; order: 'ascending' | 'descending' };
}

/** The form of lines in which the program reports progress: the prefix, a number, and `%`, `/ 20` or `of 20`. */
export interface ProgressForm {
  stream: 'stdout' | 'stderr';
  prefix: string;
}
