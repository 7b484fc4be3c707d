import { get } from 'node:http';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { isTerminal, type Job } from '@rotamer/test-support/resources.ts';
import { createParser } from 'eventsource-parser';

/** How long a client waits before it reconnects, as set by the `retry` field of every stream. */
const RETRY_MS = 3_000;

/** One client of a job's events, and what it received over all its connections. */
export interface Watcher {
  jobId: string;
  /** Connections that got a stream. */
  connections: number;
  /** When the last connection that got a stream was opened, in milliseconds since the epoch. */
  connectedAt: number;
  /** Longest time from the end of a connection to the next received state, in milliseconds. */
  longestGapMs: number;
  /** The newest state that was received. */
  job?: Job;
  /** The job in the `terminal` event, and when it arrived. */
  end?: { job: Job; at: number };
  /** Descriptions of faults that no client may ever see. */
  complaints: string[];
  close(): void;
}

/**
 * Follows a job to its `terminal` event, as an EventSource would. Each connection goes to the next gateway, as behind a
 * balancer.
 */
export function watchJob(urls: string[], first: number, key: string, jobId: string): Watcher {
  const closed = new AbortController();
  const watcher: Watcher = {
    jobId,
    connections: 0,
    connectedAt: 0,
    longestGapMs: 0,
    complaints: [],
    close: () => closed.abort(),
  };
  let lostAt: number | undefined;
  void follow();
  return watcher;

  async function follow(): Promise<void> {
    for (let n = first; !watcher.end && !closed.signal.aborted; n++) {
      const isRefused = await readOnce(new URL(`/api/v1/jobs/${jobId}/events`, urls[n % urls.length]));
      if (isRefused) continue;
      lostAt ??= performance.now();
      if (!watcher.end) await sleep(RETRY_MS, undefined, { signal: closed.signal }).catch(() => {});
    }
  }

  /**
   * Reads one connection until it ends. Returns whether it was refused, in which case a balancer would try another
   * gateway.
   */
  function readOnce(url: URL): Promise<boolean> {
    return new Promise((resolve) => {
      const headers = { authorization: `Bearer ${key}` };
      const request = get(url, { agent: false, headers, signal: closed.signal }, (response) => {
        response.on('close', () => resolve(false)).on('error', () => {});
        if (response.statusCode !== 200) {
          if (response.statusCode !== 503) watcher.complaints.push(`answered with ${response.statusCode}`);
          response.resume();
          return;
        }
        watcher.connections++;
        watcher.connectedAt = Date.now();
        const parser = createParser({ onEvent: ({ event, data }) => receive(event, JSON.parse(data)) });
        response.setEncoding('utf8').on('data', (text) => parser.feed(text));
      });
      request.on('error', (error: NodeJS.ErrnoException) => resolve(error.code === 'ECONNREFUSED'));
    });
  }

  function receive(event: string | undefined, job: Job): void {
    if (event === 'error') watcher.complaints.push(`an error event: ${JSON.stringify(job)}`);
    if (event !== 'status' && event !== 'terminal') return;
    if (lostAt !== undefined) watcher.longestGapMs = Math.max(watcher.longestGapMs, performance.now() - lostAt);
    lostAt = undefined;
    if (watcher.end) watcher.complaints.push(`${event} after the terminal event`);
    if (watcher.job && isOlder(job, watcher.job)) {
      watcher.complaints.push(`went back from ${stateOf(watcher.job)} to ${stateOf(job)}`);
    }
    watcher.job = job;
    if (event === 'terminal') watcher.end = { job, at: Date.now() };
  }
}

/** Returns whether one state of a never-retried job is older than another. */
function isOlder(a: Job, b: Job): boolean {
  return stage(a) < stage(b) || (stage(a) === stage(b) && (a.progress ?? 0) < (b.progress ?? 0));
}

const stateOf = ({ status, progress }: Job) => `${status} at ${progress ?? 'no'} %`;

function stage(job: Job): number {
  if (isTerminal(job)) return 2;
  return job.status === 'PROCESSING' ? 1 : 0;
}

/**
 * Opens a job's events, reads the first chunk, and never reads again. Returns the socket once the gateway has accepted
 * the request.
 */
export async function stallOn(url: string, key: string, jobId: string): Promise<Socket> {
  const { hostname, port, host } = new URL(url);
  const socket = connect(Number(port), hostname);
  socket.on('error', () => {});
  const lines = [`GET /api/v1/jobs/${jobId}/events HTTP/1.1`, `Host: ${host}`, `Authorization: Bearer ${key}`, '', ''];
  socket.write(lines.join('\r\n'));
  const head = await new Promise<string>((resolve) => {
    socket.once('data', (bytes) => {
      socket.pause();
      resolve(bytes.toString());
    });
    socket.once('close', () => resolve('nothing'));
  });
  if (!head.startsWith('HTTP/1.1 200')) throw new Error(`unexpected response to the stream: ${head}`);
  return socket;
}
