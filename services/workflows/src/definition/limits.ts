/** Limits of a definition and of its items. Each limit is enforced as soon as the size is known. */
export const limits = {
  nodes: 100,
  edges: 500,
  /** Child jobs of one attempt, all nodes together. */
  jobsPerAttempt: 10_000,
  /** Attempts of one run: each is named in every response about the run. */
  attemptsPerRun: 50,
  /** Items that may leave one node. */
  itemsPerNode: 20_000,
  /** Candidates of one checkpoint: a person cannot review more. */
  candidates: 1_000,
  /** Bytes of a message to or from another service, for runs of any size. */
  messageBytes: 256 * 1024,
  /** Bytes of a definition as JSON. */
  definitionBytes: 256 * 1024,
  /** Fields of a filter, fields of a sort, cases of a branch. */
  fields: 20,
  /** Values of `in` and `not_in`. */
  values: 1_000,
} as const;
