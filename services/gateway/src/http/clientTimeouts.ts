/** How long slow clients are waited for, in milliseconds; Fastify's own defaults are for ever. */
export interface ClientTimeouts {
  /** Until the headers have arrived. */
  headersMs: number;
  /** Until the whole request has, headers included. */
  requestMs: number;
  /** Silence on a connection in the middle of a request or its answer. */
  silenceMs: number;
  /** How often connections are looked at: a client is cut off this much later at most. */
  checkMs: number;
}

/** Headers within 15 s, bodies within 60 s; event streams say something every 15 s. */
export const clientTimeouts: ClientTimeouts = {
  headersMs: 12_000,
  requestMs: 55_000,
  silenceMs: 75_000,
  checkMs: 2_000,
};
