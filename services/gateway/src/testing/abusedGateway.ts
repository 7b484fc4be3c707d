// A gateway in a separate process, for tests that abuse it. It prints its log, sends its address by IPC, and replies to every IPC
// message with its measurements.

import { createLog } from '@rotamer/kit/process/log.ts';
import { testGateway } from './testGateway.ts';

/** What the parent process receives at the start. */
export interface AbusedGateway {
  url: string;
  key: string;
}

/** Measurements until now. */
export interface Suffering {
  /** The longest CPU time of one turn of the event loop, in milliseconds. */
  stallMs: number;
  /** Statements that looked up keys. */
  lookups: number;
}

const SAMPLE_MS = 5;

let stallMs = 0;
/**
 * Measures CPU time and not elapsed time, so that an overloaded machine does not count as a stall. Timers run once per turn of the
 * event loop, so the time used between two timers is that of one turn.
 */
function sample(before: NodeJS.CpuUsage): void {
  const { user, system } = process.threadCpuUsage(before);
  stallMs = Math.max(stallMs, (user + system) / 1000);
  const now = process.threadCpuUsage();
  setTimeout(() => sample(now), SAMPLE_MS);
}

const log = createLog('gateway', 'info');
const { app, workspace, issueKey, lookups } = await testGateway({ log, trustedProxies: '127.0.0.1' });
workspace.limits!.requestsPerMinute = 1_000_000_000;
process.on('disconnect', () => process.exit(0));
process.on('message', () => process.send!({ stallMs, lookups: lookups.length } satisfies Suffering));
const url = await app.listen({ port: 0, host: '127.0.0.1' });
process.send!({ url, key: issueKey() } satisfies AbusedGateway);
setTimeout(() => sample(process.threadCpuUsage()), SAMPLE_MS);
