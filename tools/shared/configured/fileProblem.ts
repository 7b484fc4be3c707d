/** The keys and positions that lead to a value in a file. */
export type Path = (string | number)[];

/** Something wrong with a part of a `tool.yaml`. */
export interface PathProblem {
  path: Path;
  message: string;
}

/** A problem with its line, as it is shown to people. */
export interface FileProblem {
  line: number;
  /** e.g. `slots[0].kinds`; empty for the file as a whole. */
  path: string;
  message: string;
}
