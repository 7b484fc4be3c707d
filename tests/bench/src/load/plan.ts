/** A request that is sent repeatedly. */
export interface LoadRequest {
  method: 'GET' | 'POST';
  path: string;
  /** The API key. */
  key?: string;
  headers?: Record<string, string>;
  /** JSON. */
  body?: unknown;
}

/** A load that is run several times. Each run continues in the list of requests where the last one stopped. */
export interface LoadPlan {
  origin: string;
  connections: number;
  requests: LoadRequest[];
}

/** How long one run lasts. */
export interface LoadExtent {
  seconds?: number;
  requests?: number;
  /** Sends this many requests a second regardless of responses. Undefined: each connection waits for its response. */
  perSecond?: number;
}

export interface LoadResult {
  /** Number of responses by HTTP status, with 0 for a broken connection. */
  statuses: Record<number, number>;
  seconds: number;
  p50Ms: number;
  p99Ms: number;
}
