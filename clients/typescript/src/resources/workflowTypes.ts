/** A published workflow, with the fields that the API promises. */
export interface Workflow {
  id: string;
  name?: string;
  description?: string | null;
  project_id: string | null;
  definition?: { nodes: { id: string; type: string; [field: string]: unknown }[]; [field: string]: unknown };
  settings?: Record<string, unknown>;
  [field: string]: unknown;
}

export interface RunRequest {
  name?: string;
  /** Caps the spending of the attempt, in whole credits. */
  max_credits?: number;
  project_id?: string | null;
  /** By the ids of the workflow's input nodes. */
  input_data?: Record<string, { method: string; [field: string]: unknown }>;
  expected_revision_id?: string;
}

/** One execution of a workflow, with the fields that the API promises. */
export interface WorkflowRun {
  id: string;
  status: string;
  project_id: string | null;
  name?: string | null;
  pause?: { reason: string; node_id?: string } | null;
  attempts?: { id: string; [field: string]: unknown }[];
  estimated_credits?: number | null;
  actual_credits?: number | null;
  [field: string]: unknown;
}

export interface ValidationIssue {
  code: string;
  message: string;
  node_id?: string;
  path?: string;
}

export interface WorkflowValidation {
  valid: boolean;
  graph_errors: ValidationIssue[];
  warnings: ValidationIssue[];
  readiness_issues: ValidationIssue[];
  limit_violations: ValidationIssue[];
}

export interface Candidate {
  id: string;
  [field: string]: unknown;
}

/** The checkpoint at which a run is paused. */
export interface Curation {
  candidate_set_digest: string;
  candidates: Candidate[];
  [field: string]: unknown;
}

export interface CurationDecision {
  candidate_set_digest: string;
  approved_candidate_ids: string[];
  note?: string;
  criteria?: { filters?: Record<string, unknown>; sort?: { field: string; direction: string }[] };
}

export type RunRetry = { mode: 'from_start' } | { mode: 'from_failed_node'; node_id: string };

const ended: readonly string[] = ['COMPLETED', 'COMPLETED_WITH_ERRORS', 'FAILED', 'CANCELLED'];

/** Whether a run has ended. A paused one has not. */
export function isRunEnded(status: string): boolean {
  return ended.includes(status);
}
