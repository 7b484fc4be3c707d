/** The requests of the clients of a chaos run and their responses; the checker compares them with the databases. */
export interface History {
  submissions: Submission[];
  cancellations: Cancellation[];
}

/**
 * A submission under one idempotency key, sent once or repeatedly. The key is also the job's name, by which the
 * databases are searched.
 */
export interface Submission {
  key: string;
  workspaceId: string;
  /** Largest charge that the request allows, millicredits. */
  maxCharge: number;
  /** Job ids from all responses that accepted the submission. */
  accepted: string[];
  /**
   * Error codes from all responses that rejected the submission. If `accepted` is empty too, the outcome is unknown.
   */
  refused: string[];
}

export interface Cancellation {
  jobId: string;
  /**
   * `confirmed`: the response was 200. `refused`: it was 409, because the job had ended. `unknown`: there was no
   * response.
   */
  outcome: 'confirmed' | 'refused' | 'unknown';
}
