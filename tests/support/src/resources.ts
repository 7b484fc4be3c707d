/** The fields of the public API's resources that stories read. The contract validates the complete shapes. */

export interface Job {
  id: string;
  project_id: string | null;
  status: string;
  tool: string;
  name: string | null;
  credits_used: number;
  created_at: string;
  started_at: string | null;
  completed_at: string | null;
  progress: number | null;
  error: string | null;
  message?: string;
  billing?: JobBilling;
}

export interface JobBilling {
  mode: 'fixed' | 'metered_runtime';
  reserved_credits: number | null;
  final_credits: number | null;
  rate_credits_per_minute: number | null;
  billable_runtime_seconds: number | null;
  outcome: string | null;
  finalized_at: string | null;
  refund_credits: number | null;
}

export interface Quote {
  estimated_credits: number;
  available_credits: number;
  billable_credits: number;
  blocking_errors: { code: string; message: string; details?: Record<string, unknown> }[];
  limits: {
    active_concurrent_jobs: number;
    max_concurrent_jobs: number;
    daily_limit_used: number | null;
    daily_limit_max: number | null;
  };
  billing: {
    mode: 'fixed' | 'metered_runtime';
    reserved_credits?: number;
    rate_credits_per_minute?: number;
    max_billable_runtime_seconds?: number;
  };
}

export interface JobResult {
  job_id: string;
  status: string;
  files: ResultFile[];
  results: ResultItem[];
}

export interface ResultFile {
  key: string;
  name: string;
  output_port_id: string;
  size: number;
  content_type: string;
  sha256: string;
  url: string;
  source_input_ids: string[];
}

export interface ResultItem {
  id: string;
  output_port_id: string;
  rank: number | null;
  source_input_ids: string[];
  value: Record<string, unknown>;
}

export interface File {
  id: string;
  project_id: string | null;
  filename: string;
  original_name: string;
  format: string;
  mime_type: string;
  size: number;
  origin: string;
  storage_owner: string;
  preview_kind: string | null;
  job_id: string | null;
  job_name: string | null;
  tool: string | null;
  tags: string[];
  description: string | null;
  collection_ids: string[];
  content_url: string;
  download_url: string;
  input_reference: { type: 'file'; file_id: string };
}

export interface Project {
  id: string;
  name: string;
  description: string | null;
  counts: ProjectCounts;
  created_at: string;
  updated_at: string;
}

export interface ProjectCounts {
  jobs: number;
  files: number;
  workflows: number;
  workflow_runs: number;
  studio_sessions: number;
  ai_conversations: number;
}

export interface ProjectAssignment {
  target_project: { id: string; name: string } | null;
  counts: ProjectCounts;
  linked_file_count: number;
}

export interface ProjectDeletion {
  id: string;
  project_id: string | null;
  project_name: string;
  mode: 'move' | 'unassign' | 'delete_contents';
  target_project_id: string | null;
  status: 'pending' | 'processing' | 'completed' | 'failed';
  error: string | null;
  attempt_count: number;
  next_attempt_at: string | null;
  retryable: boolean;
  started_at: string | null;
  completed_at: string | null;
}

export interface JobSharing {
  job_id: string;
  visibility: 'PRIVATE' | 'PUBLIC' | 'AUTHENTICATED' | 'INVITED';
  expires_at?: string;
  shares: { id: string; email: string; claimed: boolean; claimed_at: string | null; created_at: string }[];
}

export interface List<Item> {
  data: Item[];
  has_more: boolean;
  next_cursor: string | null;
}

export interface Account {
  workspace: { id: string; plan: { tier: string; paid: boolean }; credits: { available: number } };
  limits: { active_jobs: number; concurrent_jobs: { max: number; remaining: number } };
  api_key: { id: string; env: string; prefix: string; scopes: string[] };
}

export interface ErrorBody {
  error: { code: string; message: string; resolution: string; details?: ErrorDetails };
}

export interface ErrorDetails {
  errors?: { path: string; message: string }[];
  [name: string]: unknown;
}

const terminal = ['COMPLETED', 'FAILED', 'TIMEOUT', 'CANCELLED', 'BUDGET_EXCEEDED'];

export function isTerminal({ status }: Pick<Job, 'status'>): boolean {
  return terminal.includes(status);
}

/** Returns credits as whole millicredits, so that sums are exact. */
export function milli(credits: number | null | undefined): number {
  return Math.round((credits ?? 0) * 1000);
}

export interface Workflow {
  id: string;
  project_id: string | null;
  name: string;
  revision_id: string;
  revision_number: number;
  access: 'view' | 'run' | 'edit';
  definition?: { nodes: { id: string; type: string }[] };
}

export interface WorkflowRun {
  id: string;
  project_id: string | null;
  name: string | null;
  revision_id: string;
  status: string;
  error: string | null;
  pause: WorkflowPause | null;
  estimated_credits: number;
  actual_credits: number;
  attempts: WorkflowAttempt[];
  attempt_id: string;
  nodes: WorkflowNode[];
  jobs: WorkflowJob[];
}

export interface WorkflowPause {
  reason: 'curation' | 'max_credits' | 'insufficient_credits';
  node_id: string;
  decided: boolean;
}

export interface WorkflowAttempt {
  started_by?: { user_id: string; name: string | null };
  id: string;
  number: number;
  mode: 'from_start' | 'from_failed_node';
  status: string;
  max_credits: number | null;
  actual_credits: number;
}

export interface WorkflowNode {
  id: string;
  status: string;
  job_counts: { waiting: number; active: number; completed: number; failed: number; skipped: number };
  items: number;
  reused_attempt_id: string | null;
}

export interface WorkflowJob {
  node_id: string;
  index: number;
  status: string;
  job_id: string | null;
  credits_used: number;
  result_available: boolean;
  result_url: string | null;
}

export interface WorkflowItem {
  id: string;
  label: string;
  metrics: Record<string, unknown>;
  result_url: string | null;
}

export interface WorkflowRunResult {
  attempt_id: string;
  status: string;
  nodes: {
    node_id: string;
    type: string;
    result_available: boolean;
    result_url: string | null;
    jobs: WorkflowJob[];
    items: WorkflowItem[];
  }[];
}

export interface WorkflowCuration {
  node_id: string;
  candidate_set_digest: string;
  candidates: WorkflowItem[];
  decision: { decided_by: string; approved_candidate_ids: string[]; rejected_candidate_ids: string[] } | null;
  review_url: string;
}

export interface WorkflowRunCancellation {
  charged_credits: number;
  refunded_credits: number;
  unsettled_jobs: number;
  run: WorkflowRun;
}

export interface WorkflowRunRetry {
  reuse: { node_id: string; reused: boolean; verdict: string; reason: string }[];
  run: WorkflowRun;
}

export interface Batch {
  id: string;
  status: string;
  pause: { reason: string } | null;
  actual_credits: number;
  items: { total: number; waiting: number; active: number; completed: number; failed: number; skipped: number };
  problems: { line: number; custom_id: string | null; path: string; message: string }[];
  problem_count: number;
}

export interface BatchItem {
  line: number;
  custom_id: string;
  status: string;
  job_id: string | null;
  error: string | null;
}
