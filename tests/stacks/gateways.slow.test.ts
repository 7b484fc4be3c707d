// @module-tag stacks

import { setTimeout as sleep } from 'node:timers/promises';
import { type Contract, loadContract } from '@rotamer/test-support/contract.ts';
import { waitForJob } from '@rotamer/test-support/events.ts';
import { propertiesOf } from '@rotamer/test-support/requests.ts';
import type { ErrorBody, Job } from '@rotamer/test-support/resources.ts';
import { type RunningStack, removeHome, startStack } from '@rotamer/test-support/stack.ts';
import { ubiquitin } from '@rotamer/test-support/testData.ts';
import { newWorkspaceOn, type Workspace } from '@rotamer/test-support/workspace.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

let stack: RunningStack;
let contract: Contract;

beforeAll(async () => {
  stack = await startStack({ args: ['--gateways', '3'] });
  contract = await loadContract(stack.baseUrl);
});

afterAll(async () => {
  await stack.killEverything();
  removeHome(stack.home);
});

const newWorkspace = () =>
  newWorkspaceOn({ baseUrl: stack.baseUrl, dataDir: stack.home.dataDir, patient: true }, contract);

it('ends the streams of a revoked key and of a removed member on every gateway within 5 s', async () => {
  const { id, admin, newKey } = await newWorkspace();
  const revoked = await newKey();
  const removed = await newKey({ role: 'member' });
  const { keys } = await admin.command('key list', { workspace: id });
  const { user } = keys.find((one: { id: string }) => one.id === removed.id);
  const open = async (base: string, { key }: { key: string }) => {
    const headers = { authorization: `Bearer ${key}` };
    const stream = await fetch(new URL('/api/v1/events/stream', base), { headers });
    expect(stream.status).toBe(200);
    return { ended: stream.text().then(() => performance.now()) };
  };
  const { urls } = stack.file();
  const streamsOf = (key: { key: string }) => Promise.all(urls.map((url) => open(url, key)));
  const [first, second] = [await streamsOf(revoked), await streamsOf(removed)];

  const done = async (command: string, what: Record<string, string>) => {
    await admin.command(command, what);
    return performance.now();
  };
  const doneAt = await Promise.all([
    done('key revoke', { key: revoked.id }),
    done('member remove', { workspace: id, user }),
  ]);
  for (const [i, streams] of [first, second].entries()) {
    const ends = await Promise.all(streams.map(({ ended }) => ended));
    expect(ends).toHaveLength(3);
    for (const at of ends) expect(at - doneAt[i]!).toBeLessThan(5_000);
  }
});

/** Long enough to wait for a window of 60 s. */
const timeout = 180_000;

interface Answer {
  status: number;
  body: ErrorBody;
  limits: ReturnType<typeof limitsOf>;
  /** Seconds. NaN if the response has no Retry-After. */
  retryAfter: number;
}

/**
 * Returns a function that sends one request to the gateways in turn. It retries when the service is overloaded (503),
 * or when this process was too busy to send the whole request in time (408). It does not retry when the key is refused.
 */
function knocker({ key: { key } }: Workspace) {
  const { urls } = stack.file();
  let turn = 0;
  return async function knock(path: string): Promise<Answer> {
    const url = new URL(`/api/v1${path}`, urls[turn++ % urls.length]);
    const answer = await fetch(url, { headers: { authorization: `Bearer ${key}` } });
    const { status, headers } = answer;
    const body = (await answer.json()) as ErrorBody;
    const retryAfter = Number(headers.get('retry-after') ?? undefined);
    contract.check({ method: 'GET', path: url.pathname, status, contentType: headers.get('content-type'), body });
    if (status === 503 || status === 408) {
      await sleep((retryAfter || 0) * 1000);
      return knock(path);
    }
    return { status, body, limits: limitsOf(headers), retryAfter };
  };
}

function limitsOf(headers: Headers) {
  return {
    limit: Number(headers.get('x-ratelimit-limit')),
    remaining: Number(headers.get('x-ratelimit-remaining')),
    resetAt: headers.get('x-ratelimit-reset')!,
  };
}

describe.concurrent('a key with 120 requests a minute', { timeout }, () => {
  it('gets 120 to 126 of 1,000 concurrent requests accepted, and succeeds after Retry-After', async () => {
    const knock = knocker(await newWorkspace());
    const answers = await Promise.all(Array.from({ length: 1_000 }, () => knock('/tools')));
    const refused = answers.filter(({ status }) => status === 429);
    const accepted = answers.filter(({ status }) => status === 200).length;
    expect(accepted + refused.length).toBe(1_000);
    expect(accepted).toBeGreaterThanOrEqual(120);
    expect(accepted).toBeLessThanOrEqual(126);
    for (const { limits } of answers) {
      expect(limits.limit).toBe(120);
      expect(new Date(limits.resetAt).toISOString()).toBe(limits.resetAt);
    }

    const last = await knock('/tools');
    expect(last).toMatchObject({ status: 429, body: { error: { code: 'rate_limited' } }, limits: { remaining: 0 } });
    await sleep(last.retryAfter * 1000);
    const answer = await knock('/tools');
    expect(answer.status).toBe(200);
    expect(answer.limits.remaining).toBe(119);
  });

  it('counts every response against the limit, and returns the remaining requests', async () => {
    const knock = knocker(await newWorkspace());
    const left: number[] = [];
    for (const path of ['/tools', '/nonsense', '/tools/nonsense', '/jobs?limit=0', '/openapi.json']) {
      left.push((await knock(path)).limits.remaining);
    }
    expect(left[0]).toBe(119);
    // Another gateway may learn a moment later what one has admitted.
    for (const remaining of left) expect(remaining).toBeLessThanOrEqual(119);
    expect(Math.min(...left)).toBeLessThan(119);
  });
});

describe.concurrent('polling a job', () => {
  it('is allowed once in 5 s over all gateways, counted separately for status and result', async () => {
    const workspace = await newWorkspace();
    const { client } = workspace;
    const { id } = (await client.post<Job>('/jobs', propertiesOf(ubiquitin))).body;
    await waitForJob(client, id);
    const knock = knocker(workspace);
    for (const path of [`/jobs/${id}/status`, `/results/${id}`]) {
      expect((await knock(path)).status).toBe(200);
      const refused = await Promise.all([knock(path), knock(path), knock(path)]);
      for (const { status, body, retryAfter } of refused) {
        expect({ status, code: body.error.code }).toEqual({ status: 429, code: 'rate_limited' });
        expect(retryAfter).toBeGreaterThanOrEqual(1);
        expect(retryAfter).toBeLessThanOrEqual(5);
      }
      await sleep(refused[2]!.retryAfter * 1000);
      expect((await knock(path)).status).toBe(200);
    }
  });

  it('at the interval that an active job suggests is never refused', async () => {
    const workspace = await newWorkspace();
    const knock = knocker(workspace);
    const { id } = (await workspace.client.post<Job>('/jobs', propertiesOf(ubiquitin))).body;
    const first = await knock(`/jobs/${id}/status`);
    expect(first.status).toBe(200);
    await sleep((first.retryAfter || 5) * 1000);
    expect((await knock(`/jobs/${id}/status`)).status).toBe(200);
  });

  it('returns 404 each time for an unknown job', async () => {
    const knock = knocker(await newWorkspace());
    for (const path of ['/jobs/job_00000000000000000000000000/status', '/results/job_00000000000000000000000000']) {
      expect([(await knock(path)).status, (await knock(path)).status]).toEqual([404, 404]);
    }
  });
});
