// A gateway in a process of its own, for tests that abuse it: prints its log, says by IPC where it listens, and answers
// every IPC message with what it went through.

import { createLog } from '@rotamer/kit/process/log.ts';
import { testGateway } from './testGateway.ts';

/** What the parent is told. */
export interface AbusedGateway {
  url: string;
  key: string;
}

/** What it went through until now. */
export interface Suffering {
  /** The longest that one turn of the event loop computed, in milliseconds. */
  stallMs: number;
  /** Statements that looked up keys. */
  lookups: number;
}

const SAMPLE_MS = 5;

let stallMs = 0;
/**
 * Time on the processor and not on the clock: a machine with more to do than it can does not count as a stall. Timers
 * run once in a turn of the loop, so what is used between two of them is one turn.
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
