/** Timeouts for slow clients, in milliseconds. Fastify has none by default. */
export interface ClientTimeouts {
  /** Until all headers have arrived. */
  headersMs: number;
  /** Until the whole request has arrived, including headers. */
  requestMs: number;
  /** Idle time on a connection in the middle of a request or response. */
  silenceMs: number;
  /** Interval between checks of connections. A client is cut off at most this much late. */
  checkMs: number;
}

/** Headers within 15 s, bodies within 60 s; event streams send a ping every 15 s. */
export const clientTimeouts: ClientTimeouts = {
  headersMs: 12_000,
  requestMs: 55_000,
  silenceMs: 75_000,
  checkMs: 2_000,
};
