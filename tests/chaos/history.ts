/** What the clients of a chaos run did and what they were told; the checker compares it with the databases. */
export interface History {
  submissions: Submission[];
  cancellations: Cancellation[];
}

/** One idempotency key, however often it was sent. It is also the job's name, so that the databases can be searched. */
export interface Submission {
  key: string;
  workspaceId: string;
  /** Largest charge that the request allows, millicredits. */
  maxCharge: number;
  /** Job ids of all answers that accepted it. */
  accepted: string[];
  /** Error codes of all answers that refused it. Neither: nobody knows. */
  refused: string[];
}

export interface Cancellation {
  jobId: string;
  /** confirmed: answered 200. refused: 409, it was too late. unknown: no answer. */
  outcome: 'confirmed' | 'refused' | 'unknown';
}
