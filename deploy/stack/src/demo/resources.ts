/** The parts of the public API's resources that the demo reads. */

export interface Account {
  workspace: { id: string; credits: { available: number } };
}

export interface Quote {
  estimated_credits: number;
  blocking_errors: { code: string; message: string }[];
  billing: { mode: 'fixed' } | { mode: 'metered_runtime'; reserved_credits: number; rate_credits_per_minute: number };
}

export interface Job {
  id: string;
  status: string;
  progress: number | null;
  execution_time_seconds: number | null;
  error: string | null;
  created_at: string;
  billing?: {
    reserved_credits: number | null;
    final_credits: number | null;
    refund_credits: number | null;
    billable_runtime_seconds: number | null;
    outcome: string | null;
    finalized_at: string | null;
  };
}

export interface JobResult {
  files: { name: string; size: number; url: string; output_port_id: string }[];
  results: { output_port_id: string; value: Record<string, unknown> }[];
}

export interface File {
  filename: string;
  format: string;
  /** Bytes. */
  size: number;
  /** The `source` of an input that uses the file. */
  input_reference: { type: 'file'; file_id: string };
}

export interface List<Item> {
  data: Item[];
}

export interface Workflow {
  id: string;
  name: string;
}

export interface WorkflowRun {
  id: string;
  status: string;
  pause: { reason: string; decided: boolean } | null;
  estimated_credits: number;
  actual_credits: number;
  jobs: { job_id: string | null; credits_used: number }[];
}

export interface Curation {
  candidate_set_digest: string;
  candidates: { id: string; label: string; metrics: Record<string, unknown> }[];
}

const terminal = ['COMPLETED', 'FAILED', 'TIMEOUT', 'CANCELLED', 'BUDGET_EXCEEDED'];

export function isTerminal(job: Job): boolean {
  return terminal.includes(job.status);
}
