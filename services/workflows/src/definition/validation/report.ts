import { quoted } from '@rotamer/tools/shared/problems.ts';
import type { WorkflowNode } from '../schema.ts';
import type { Finding, Findings } from './findings.ts';

/** Most findings of one sort: a broken definition gets no answer longer than itself. */
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

/** A definition's nodes with their positions, for messages and paths. */
export interface Placed<Node extends WorkflowNode = WorkflowNode> {
  node: Node;
  path: string;
}

/** How messages name a node. */
export function called(id: string): string {
  return `Node ${quoted(id)}`;
}

/** A list in a message: what there is to choose from. */
export function listed(words: Iterable<string>): string {
  const all = [...words];
  return all.length > 0 ? all.join(', ') : 'none';
}
