/** Something that a validation found. */
export interface Finding {
  code: string;
  /** In plain English, naming the node. */
  message: string;
  nodeId?: string;
  /** A path in the definition, e.g. `nodes[2].settings.enzyme`. */
  path?: string;
}

/** The findings about a definition, grouped by their consequence. */
export interface Findings {
  /** Errors that make the graph meaningless: the definition cannot be published until they are corrected. */
  graphErrors: Finding[];
  /** The definition can run, but perhaps not as intended. */
  warnings: Finding[];
  /** The definition is sound, but could not run now. */
  readinessIssues: Finding[];
  /** The definition exceeds a size limit. */
  limitViolations: Finding[];
}

export function isValid({ graphErrors, readinessIssues, limitViolations }: Findings): boolean {
  return graphErrors.length + readinessIssues.length + limitViolations.length === 0;
}
