/** Timeouts for slow clients, in milliseconds; by default Fastify has none. */
export interface ClientTimeouts {
  /** Until the headers have arrived. */
  headersMs: number;
  /** Until the whole request has, headers included. */
  requestMs: number;
  /** Idle time on a connection in the middle of a request or response. */
  silenceMs: number;
  /** How often connections are checked: a client is cut off at most this much later. */
  checkMs: number;
}

/** Headers within 15 s, bodies within 60 s; event streams send a ping every 15 s. */
export const clientTimeouts: ClientTimeouts = {
  headersMs: 12_000,
  requestMs: 55_000,
  silenceMs: 75_000,
  checkMs: 2_000,
};
