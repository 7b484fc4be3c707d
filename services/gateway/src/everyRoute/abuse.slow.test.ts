// @module-tag attacks

import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { makeApiKey } from '@rotamer/accounts/access/apiKey.ts';
import { hostileBodies, largeBodies } from '@rotamer/kit/testing/hostileJson.ts';
import { long } from '@rotamer/kit/testing/long.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AbusedGateway, Suffering } from '../testing/abusedGateway.ts';
import { submission } from '../testing/requests.ts';
import { bearer } from '../testing/testGateway.ts';

/** One body in this many is a large one. */
const LARGE_EVERY = 200;

const BAD_KEYS = long ? 100_000 : 1_000;
/** The short form has each large body once. */
const BODIES = long ? 50_000 : LARGE_EVERY * largeBodies.length;
/** The limit to keep. The short form allows for slow processors, and still finds quadratic time. */
const MOST_STALL_MS = long ? 100 : 400;

/** Internal words that no refusal may contain: source locations, and names from the database and libraries. */
const INTERNAL =
  /\bat \w+.*:\d+|node:|node_modules|\.[cm]?[jt]s\b|\/src\/|\b(select|insert|update|relation|pg|postgres)\b|ajv|fastify|FST_|grpc|Error:|\[object/i;

let child: ChildProcess;
let gateway: AbusedGateway;
let printed = '';
const agent = new Agent({ keepAlive: true, maxSockets: 4 });

beforeAll(async () => {
  child = fork(join(import.meta.dirname, '../testing/abusedGateway.ts'), {
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  child.stdout!.setEncoding('utf8').on('data', (chunk) => (printed += chunk));
  [gateway] = await once(child, 'message');
  // Code that the first requests compile must not count as a stall.
  await sendAll(hostileMessages(300, 0));
});
afterAll(() => {
  agent.destroy();
  child.kill();
});

interface Message {
  url: string;
  headers: Record<string, string>;
  body?: Buffer;
}

interface Reply {
  status: number;
  body: string;
}

function send({ url, headers, body }: Message): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const options = {
      agent,
      method: body ? 'POST' : 'GET',
      headers: { 'content-type': 'application/json', ...headers },
    };
    const sent = request(new URL(url, gateway.url), options, (reply) => {
      text(reply).then((all) => resolve({ status: reply.statusCode!, body: all }), reject);
    });
    sent.on('error', reject);
    sent.end(body);
  });
}

/** Sends all messages, four at a time, and returns the replies in no particular order. */
async function sendAll(messages: Message[]): Promise<Reply[]> {
  const replies: Reply[] = [];
  const left = messages.values();
  const sendSome = async () => {
    for (const message of left) replies.push(await send(message));
  };
  await Promise.all([sendSome(), sendSome(), sendSome(), sendSome()]);
  return replies;
}

async function suffered(): Promise<Suffering> {
  child.send('what happened?');
  const [suffering] = await once(child, 'message');
  return suffering;
}

/** Corrupted quotes and submissions. Some bodies have the largest allowed size, or a larger one. */
function hostileMessages(total: number, seed: number): Message[] {
  const settings = { a: [1, { b: 'c' }] };
  const quotes = hostileBodies(submission({ name: undefined, settings, billing: {} }), total / 2, seed);
  const submissions = hostileBodies(submission({ settings, billing: {}, project_id: null }), total / 2, seed + 1);
  return [...quotes, ...submissions].map((spoiled, n) => {
    const url = n < quotes.length ? '/api/v1/jobs/quote' : '/api/v1/jobs';
    const body = n % LARGE_EVERY === 0 ? largeBodies[(n / LARGE_EVERY) % largeBodies.length]! : spoiled;
    return { url, body, headers: bearer(gateway.key) };
  });
}

function count(replies: Reply[]): Record<string, number> {
  const groups = Map.groupBy(replies, ({ status }) => String(status));
  return Object.fromEntries([...groups].map(([status, same]) => [status, same.length]));
}

describe('a gateway under abuse', { timeout: 900_000 }, () => {
  it(`refuses ${BAD_KEYS} bad keys from as many addresses, without lookups for wrong checksums`, async () => {
    const guesses = Array.from({ length: BAD_KEYS }, (_, n): Message => {
      const { key } = makeApiKey();
      const mistyped = `${key.slice(0, -1)}${key.endsWith('0') ? '1' : '0'}`;
      const address = `10.${n >> 16}.${(n >> 8) & 255}.${n & 255}`;
      return { url: '/api/v1/account', headers: { ...bearer(n % 2 ? key : mistyped), 'x-forwarded-for': address } };
    });
    const before = await suffered();
    const replies = await sendAll(guesses);
    const { lookups, stallMs } = await suffered();
    expect(count(replies)).toEqual({ 401: BAD_KEYS });
    expect(new Set(replies.map(({ body }) => body)).size).toBe(1);
    expect(lookups - before.lookups).toBeLessThanOrEqual(BAD_KEYS / 2);
    expect(stallMs).toBeLessThan(MOST_STALL_MS);
  });

  it(`handles ${BODIES} hostile bodies without a 5xx, a stall or internal details`, async () => {
    const replies = await sendAll(hostileMessages(BODIES, 20_260_301));
    const counted = count(replies);
    const { stallMs } = await suffered();
    expect(Object.keys(counted).sort()).toEqual(['200', '202', '400', '413']);
    expect(counted[400]).toBeGreaterThan(BODIES / 2);
    for (const { status, body } of replies) {
      if (status < 300) continue;
      expect(body).not.toMatch(INTERNAL);
      expect(Object.keys(JSON.parse(body).error)).toEqual(expect.arrayContaining(['code', 'message', 'resolution']));
    }
    expect(stallMs).toBeLessThan(MOST_STALL_MS);
  });

  it('logs one JSON line per request, without injected lines', () => {
    const lines = printed
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(lines.filter(({ message }) => message === 'request').length).toBeGreaterThanOrEqual(BAD_KEYS + BODIES);
    expect(new Set(lines.map(({ level }) => level))).toEqual(new Set(['info']));
  });
});
