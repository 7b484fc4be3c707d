/** The requests of the clients of a chaos run and their responses; the checker compares them with the databases. */
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
  /** Job ids in all responses that accepted it. */
  accepted: string[];
  /** Error codes of all responses that rejected it. Neither: unknown. */
  refused: string[];
}

export interface Cancellation {
  jobId: string;
  /** confirmed: 200. refused: 409, it was too late. unknown: no response. */
  outcome: 'confirmed' | 'refused' | 'unknown';
}
