import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { long } from '@rotamer/kit/testing/long.ts';
import { propertiesOf } from '@rotamer/test-support/requests.ts';
import type { Job, List } from '@rotamer/test-support/resources.ts';
import { ubiquitin } from '@rotamer/test-support/testData.ts';
import type { Workspace } from '@rotamer/test-support/workspace.ts';

/** One request of an honest tenant. */
export interface Seen {
  what: string;
  status: number;
  /** Time to the last byte, or to the first event of a stream. Milliseconds. */
  ms: number;
}

/** Pause between two rounds of one tenant, as in interactive use. */
const PAUSE_MS = long ? 100 : 400;

/**
 * Acts as a tenant that submits, polls, lists, streams and reads results, one request after the other, until `isOver`
 * returns true. Records every response. Requests are never retried, because the test measures refusals.
 */
export async function visit(
  { baseUrl, key }: { baseUrl: string; key: string },
  seen: Seen[],
  isOver: () => boolean,
): Promise<void> {
  const read = new Set<string>();

  async function call<Body>(what: string, path: string, body?: unknown): Promise<Body | undefined> {
    const headers = { authorization: `Bearer ${key}`, ...(body ? { 'content-type': 'application/json' } : {}) };
    const started = performance.now();
    const note = (status: number) => seen.push({ what, status, ms: performance.now() - started });
    try {
      const init = body ? { method: 'POST', headers, body: JSON.stringify(body) } : { headers };
      const answer = await fetch(`${baseUrl}/api/v1${path}`, init);
      if (what === 'stream') {
        const reader = answer.body!.getReader();
        await reader.read();
        note(answer.status);
        await reader.cancel();
        return undefined;
      }
      const text = await answer.text();
      note(answer.status);
      return answer.ok ? JSON.parse(text) : undefined;
    } catch {
      note(599); // no response
      return undefined;
    }
  }

  async function oneRound(): Promise<void> {
    const job = await call<Job>('submit', '/jobs', propertiesOf(ubiquitin));
    if (job) await call('status', `/jobs/${job.id}/status`);
    if (job) await call('stream', `/jobs/${job.id}/events`);
    await call('tools', '/tools');
    const list = await call<List<Job>>('list', '/jobs?limit=50');
    const done = list?.data.find(({ id, status }) => status === 'COMPLETED' && !read.has(id));
    if (!done) return;
    read.add(done.id);
    await call('result', `/results/${done.id}`);
  }

  while (!isOver()) {
    await oneRound();
    await sleep(PAUSE_MS);
  }
}

/** A tenant in a separate process, which waits until it is watched. */
export interface Honest {
  begin(): void;
  /** Returns the responses since `begin`. */
  stop(): Promise<Seen[]>;
  end(): void;
}

/** Starts the process of a tenant. */
export function startHonest({ client: { baseUrl }, key }: Workspace): Honest {
  const child = fork(join(import.meta.dirname, 'honestProcess.ts'), [baseUrl, key.key]);
  return {
    begin: () => void child.send('begin'),
    async stop() {
      const answer = once(child, 'message');
      child.send('stop');
      return (await answer)[0] as Seen[];
    },
    end: () => child.disconnect(),
  };
}

/** Returns the responses that tenants get while `during` runs. */
export async function watch(tenants: Honest[], during: () => Promise<unknown>): Promise<Seen[]> {
  for (const tenant of tenants) tenant.begin();
  await during();
  return (await Promise.all(tenants.map((tenant) => tenant.stop()))).flat();
}

/** Returns the failed requests, the 99th percentile of the response time in ms, and the number of responses. */
export function summary(seen: Seen[]): { p99: number; failed: string[]; answers: number } {
  const times = seen.map(({ ms }) => ms).sort((a, b) => a - b);
  const failed = seen.filter(({ status }) => status >= 500).map(({ what, status }) => `${what} ${status}`);
  return { p99: times[Math.floor(times.length * 0.99)] ?? 0, failed, answers: seen.length };
}
