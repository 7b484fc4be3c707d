/** A request as it is sent, over and over. */
export interface LoadRequest {
  method: 'GET' | 'POST';
  path: string;
  /** The API key. */
  key?: string;
  headers?: Record<string, string>;
  /** JSON. */
  body?: unknown;
}

/** A load that can be put on a server in several runs; each goes on in the list where the one before stopped. */
export interface LoadPlan {
  origin: string;
  connections: number;
  requests: LoadRequest[];
}

/** How long one run lasts. */
export interface LoadExtent {
  seconds?: number;
  requests?: number;
  /** Sends this many requests a second, answered or not; without it each connection waits for its answer. */
  perSecond?: number;
}

export interface LoadResult {
  /** Answers by HTTP status; 0 for a connection that broke. */
  statuses: Record<number, number>;
  seconds: number;
  p50Ms: number;
  p99Ms: number;
}
