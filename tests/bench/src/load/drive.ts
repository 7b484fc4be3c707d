import { setTimeout as sleep } from 'node:timers/promises';
import { quantile } from '../statistics.ts';
import { openConnection } from './connection.ts';
import type { LoadExtent, LoadPlan, LoadRequest, LoadResult } from './plan.ts';

/** Interval between checks for due requests, when requests are sent at a rate. */
const TICK_MS = 5;

/** Opens the connections of a plan. The returned function runs the load once. */
export async function openLoad({ origin, connections: count, requests }: LoadPlan) {
  const rendered = requests.map((request) => render(request, new URL(origin).host));
  const connections = await Promise.all(Array.from({ length: count }, () => openConnection(origin)));
  let next = 0;

  return async function drive({ seconds, requests: total, perSecond }: LoadExtent): Promise<LoadResult> {
    const statuses: Record<number, number> = {};
    const latencies: number[] = [];
    const idle = [...connections.keys()];
    for (const i of idle) if (connections[i]!.isClosed()) connections[i] = await openConnection(origin);
    const started = performance.now();
    const endsAt = started + (seconds ?? Number.POSITIVE_INFINITY) * 1000;
    let sent = 0;
    const isOver = () => performance.now() >= endsAt || sent >= (total ?? Number.POSITIVE_INFINITY);

    async function sendOne(i: number, dueAt = performance.now()): Promise<void> {
      sent++;
      const status = await connections[i]!.send(rendered[next++ % rendered.length]!);
      const now = performance.now();
      if (status === 0) connections[i] = await openConnection(origin);
      if (now > endsAt) return; // too late to be counted
      statuses[status] = (statuses[status] ?? 0) + 1;
      latencies.push(now - dueAt);
    }

    /** Sends a request on each connection as soon as the last response has arrived. */
    async function closedLoop(): Promise<void> {
      await Promise.all(
        idle.map(async (i) => {
          while (!isOver()) await sendOne(i);
        }),
      );
    }

    /** Sends requests at the rate. A request that is due waits if no connection is free. */
    async function openLoop(rate: number): Promise<void> {
      const under: Promise<void>[] = [];
      while (!isOver()) {
        const due = Math.floor(((performance.now() - started) / 1000) * rate);
        while (sent < due && idle.length > 0 && !isOver()) {
          const i = idle.pop()!;
          under.push(sendOne(i, started + (sent / rate) * 1000).then(() => void idle.push(i)));
        }
        await sleep(TICK_MS);
      }
      await Promise.all(under);
    }

    await (perSecond ? openLoop(perSecond) : closedLoop());
    const took = Math.min(performance.now(), endsAt) - started;
    // A server that sent no response in time counts as infinitely slow.
    const at = (q: number) => (latencies.length > 0 ? quantile(latencies, q) : Number.POSITIVE_INFINITY);
    return { statuses, seconds: took / 1000, p50Ms: at(0.5), p99Ms: at(0.99) };
  };
}

function render({ method, path, key, headers = {}, body }: LoadRequest, host: string): Buffer {
  const content = body === undefined ? '' : JSON.stringify(body);
  const all = {
    host,
    ...(key && { authorization: `Bearer ${key}` }),
    ...(content && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(content) }),
    ...headers,
  };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return Buffer.from(`${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${content}`);
}

export type Drive = Awaited<ReturnType<typeof openLoad>>;
