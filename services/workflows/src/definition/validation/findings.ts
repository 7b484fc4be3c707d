/** Something that a validation found. */
export interface Finding {
  code: string;
  /** In plain English, naming the node. */
  message: string;
  nodeId?: string;
  /** In the definition, e.g. `nodes[2].settings.enzyme`. */
  path?: string;
}

/** What is wrong with a definition, by what follows from it. */
export interface Findings {
  /** The graph means nothing until these are corrected: it cannot be published. */
  graphErrors: Finding[];
  /** It runs, and perhaps not as meant. */
  warnings: Finding[];
  /** It is sound, and could not run now. */
  readinessIssues: Finding[];
  /** It is larger than a definition may be. */
  limitViolations: Finding[];
}

export function isValid({ graphErrors, readinessIssues, limitViolations }: Findings): boolean {
  return graphErrors.length + readinessIssues.length + limitViolations.length === 0;
}
