/** Limits of a definition and of what flows through it; each is refused where it is first known. */
export const limits = {
  nodes: 100,
  edges: 500,
  /** Child jobs of one attempt, all nodes together. */
  jobsPerAttempt: 10_000,
  /** Attempts of one run: its answers name each. */
  attemptsPerRun: 50,
  /** Items that may leave one node. */
  itemsPerNode: 20_000,
  /** Candidates of one checkpoint: more cannot be reviewed by a person. */
  candidates: 1_000,
  /** Bytes of a message to or from another service, whatever a run's size. */
  messageBytes: 256 * 1024,
  /** Bytes of a definition as JSON. */
  definitionBytes: 256 * 1024,
  /** Fields of a filter, fields of a sort, cases of a branch. */
  fields: 20,
  /** Values of `in` and `not_in`. */
  values: 1_000,
} as const;
