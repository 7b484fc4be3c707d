import type { Logger } from '@rotamer/kit/process/log.ts';
import { type FastifyBaseLogger, type FastifyServerOptions, LogController } from 'fastify';
import { clientTimeouts } from './clientTimeouts.ts';

/** Longer than load balancers keep idle connections (60 s), so that they never reuse a connection that is about to close. */
const KEEP_ALIVE_MS = 65_000;

interface Settings {
  log: Logger;
  /** Addresses and networks, separated by commas, whose X-Forwarded headers are trusted; empty for none. */
  trustedProxies: string;
  timeouts?: { requestMs: number; silenceMs: number };
}

/** Returns the options that all our HTTP servers have: our own log, trusted proxies, and limits of time for slow clients. */
export function serverOptions({ log, trustedProxies, timeouts = clientTimeouts }: Settings) {
  return {
    // Fastify's own logger would log every response a second time.
    logger: false,
    childLoggerFactory: () => log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: trustedProxies || false,
    requestTimeout: timeouts.requestMs,
    connectionTimeout: timeouts.silenceMs,
    keepAliveTimeout: KEEP_ALIVE_MS,
    forceCloseConnections: 'idle',
  } as const satisfies FastifyServerOptions;
}

/** Returns host and port of `host:port`, the host of IPv6 in brackets. Without a port it is 80. */
export function listenOptions(address: string): { host: string; port: number } {
  const { hostname, port } = new URL(`http://${address}`);
  return { host: hostname.replace(/^\[|\]$/g, ''), port: Number(port || 80) };
}
