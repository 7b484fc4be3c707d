/** Where in a file: the keys and positions that lead there. */
export type Path = (string | number)[];

/** Something wrong with a part of a `tool.yaml`. */
export interface PathProblem {
  path: Path;
  message: string;
}

/** The same with its line, as it is shown. */
export interface FileProblem {
  line: number;
  /** e.g. `slots[0].kinds`; empty for the file as a whole. */
  path: string;
  message: string;
}
