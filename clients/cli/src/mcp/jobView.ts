import type { JobData } from '@rotamer/client';

/** Returns the fields of a job that tools return. */
export function jobView({
  id,
  tool,
  name,
  status,
  progress,
  error,
  credits_used,
  created_at,
  billing,
}: JobData): object {
  return {
    id,
    tool,
    name,
    status,
    ...(progress !== null && { progress_percent: progress }),
    ...(error && { error }),
    credits: billing?.finalized_at ? credits_used : undefined,
    created_at,
  };
}
