import { quoted } from '@rotamer/tools/shared/problems.ts';
import type { WorkflowNode } from '../schema.ts';
import type { Finding, Findings } from './findings.ts';

/** Maximum number of findings of one sort: the report of a broken definition should not be longer than the definition. */
const MAX_FINDINGS = 50;

/** Collects what the checks find. */
export interface Report {
  findings: Findings;
  graphError(code: string, message: string, where?: Partial<Finding>): void;
  warning(code: string, message: string, where?: Partial<Finding>): void;
  readinessIssue(code: string, message: string, where?: Partial<Finding>): void;
  limitViolation(code: string, message: string, where?: Partial<Finding>): void;
}

export function createReport(): Report {
  const findings: Findings = { graphErrors: [], warnings: [], readinessIssues: [], limitViolations: [] };
  const into =
    (list: Finding[]) =>
    (code: string, message: string, where: Partial<Finding> = {}) => {
      if (list.length < MAX_FINDINGS) list.push({ code, message, ...where });
    };
  return {
    findings,
    graphError: into(findings.graphErrors),
    warning: into(findings.warnings),
    readinessIssue: into(findings.readinessIssues),
    limitViolation: into(findings.limitViolations),
  };
}

/** A node with its position in the definition, for messages and paths. */
export interface Placed<Node extends WorkflowNode = WorkflowNode> {
  node: Node;
  path: string;
}

/** Returns the name of a node in messages. */
export function called(id: string): string {
  return `Node ${quoted(id)}`;
}

/** Returns a list of the available names for a message. */
export function listed(words: Iterable<string>): string {
  const all = [...words];
  return all.length > 0 ? all.join(', ') : 'none';
}
