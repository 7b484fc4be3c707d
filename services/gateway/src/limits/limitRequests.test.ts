import { makeApiKey, readKeyId } from '@rotamer/accounts/access/apiKey.ts';
import { quietLog } from '@rotamer/kit/testing/quietLog.ts';
import { testJob } from '@rotamer/present/testing/testJob.ts';
import type { InjectOptions } from 'fastify';
import { afterAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { bearer, type TestGatewayOptions, testGateway } from '../testing/testGateway.ts';

const START = new Date('2026-03-01T12:00:00.000Z');

/** A gateway at a time that the test sets, with helpers to send requests. */
async function gatewayAt(options: TestGatewayOptions = {}) {
  const time = { now: START };
  const gateway = await testGateway({ clock: () => time.now, ...options });
  const send = async (request: InjectOptions) => {
    const { statusCode, headers, body } = await gateway.app.inject(request);
    return { status: statusCode, headers, body, left: headers['x-ratelimit-remaining'] };
  };
  return {
    ...gateway,
    send,
    pass: (ms: number) => {
      time.now = new Date(time.now.getTime() + ms);
    },
    /** Sends requests without a key from one address until a request is refused. */
    exhaust: async (remoteAddress: string) => {
      for (let n = 0; n < 600; n++) await send({ url: '/api/v1/account', remoteAddress });
    },
  };
}

const shared = await gatewayAt();
afterAll(shared.stop);

describe('every response', () => {
  it.each([
    ['of a route', { url: '/api/v1/account' }, 200],
    ['for a missing job', { url: `/api/v1/jobs/${testJob().id}/status` }, 404],
    ['for an unknown route', { url: '/api/v1/nothing' }, 404],
    ['for an unknown route outside the API', { url: '/nothing' }, 404],
    ['for a wrong method', { method: 'DELETE', url: '/api/v1/jobs' }, 405],
    ['for a bad body', { method: 'POST', url: '/api/v1/jobs', payload: {} }, 400],
    ['for a URL that cannot be decoded', { url: '/api/v1/tools/%E0%A4%A' }, 400],
    ['of the contract', { url: '/api/v1/openapi.json' }, 200],
  ] as [string, InjectOptions, number][])(
    '%s spends and shows the window of a valid key',
    async (_, request, status) => {
      const headers = bearer(shared.issueKey());
      const answer = await shared.send({ ...request, headers });
      expect(answer.status).toBe(status);
      expect(answer.headers).toMatchObject({
        'x-ratelimit-limit': '120',
        'x-ratelimit-remaining': '119',
        'x-ratelimit-reset': '2026-03-01T12:01:00.000Z',
      });
      expect((await shared.send({ ...request, headers })).left).toBe('118');
    },
  );

  it.each([
    ['without a key', {}],
    ['with a key that is not valid', bearer('rot_live_nonsense')],
  ])('%s counts against the address and shows what is left', async (name, headers) => {
    const remoteAddress = name.includes('not valid') ? '192.0.2.1' : '192.0.2.2';
    for (const left of ['599', '598']) {
      const answer = await shared.send({ url: '/api/v1/account', headers, remoteAddress });
      expect(answer.status).toBe(401);
      expect(answer.headers).toMatchObject({ 'x-ratelimit-limit': '600', 'x-ratelimit-remaining': left });
    }
  });

  it('shows the limits of the address when keys cannot be looked up', async () => {
    vi.spyOn(shared.keys, 'find').mockRejectedValueOnce(new Error('away'));
    const answer = await shared.send({ url: '/api/v1/account', headers: bearer('x'), remoteAddress: '192.0.2.3' });
    expect(answer.status).toBe(500);
    expect(answer.left).toBe('600');
  });

  it('of an event stream counts once, when it opens', async () => {
    const job = testJob({ status: 'JOB_STATUS_COMPLETED' });
    shared.jobs.known.set(job.id, job);
    const headers = bearer(shared.issueKey());
    expect((await shared.send({ url: `/api/v1/jobs/${job.id}/events`, headers })).left).toBe('119');
    expect((await shared.send({ url: '/api/v1/account', headers })).left).toBe('118');
  });

  it('of health and downloads is not limited', async () => {
    for (const url of ['/healthz', '/blobs/x']) {
      const { headers } = await shared.send({ url, headers: bearer(shared.issueKey()), remoteAddress: '192.0.2.4' });
      expect(Object.keys(headers).filter((name) => name.startsWith('x-ratelimit'))).toEqual([]);
    }
    expect((await shared.send({ url: '/api/v1/account', remoteAddress: '192.0.2.4' })).left).toBe('599');
  });
});

it('gives a session ten times what a key may request, and its own window', async () => {
  const [session, key] = [bearer(await shared.issueSession()), bearer(shared.issueKey())];
  const url = '/api/v1/account';
  for (let n = 1; n <= 1_200; n++) expect((await shared.send({ url, headers: session })).left).toBe(`${1_200 - n}`);
  expect((await shared.send({ url, headers: session })).status).toBe(429);
  expect((await shared.send({ url, headers: key })).left).toBe('119');
});

describe('a key over its limit', () => {
  it('is refused on every route until the time in Retry-After has passed', async () => {
    const { workspace, issueKey, send, pass, stop } = await gatewayAt();
    onTestFinished(stop);
    workspace.limits!.requestsPerMinute = 3;
    const headers = bearer(issueKey());
    const ask = (url = '/api/v1/account') => send({ url, headers });
    expect([(await ask()).left, (await ask()).left, (await ask()).left]).toEqual(['2', '1', '0']);
    pass(12_500);
    for (const url of ['/api/v1/account', '/api/v1/nothing', '/api/v1/openapi.json', '/api/v1/tools/%E0%A4%A']) {
      const refused = await ask(url);
      expect(refused.status, url).toBe(429);
      expect(JSON.parse(refused.body).error).toEqual({
        code: 'rate_limited',
        message: 'Rate limit of 3 requests per minute exceeded.',
        resolution: 'Retry after the number of seconds in the Retry-After header.',
      });
      expect(refused.headers).toMatchObject({ 'retry-after': '48', 'x-ratelimit-remaining': '0' });
    }
    // Another key of the same workspace has its own window.
    expect((await send({ url: '/api/v1/account', headers: bearer(issueKey()) })).status).toBe(200);
    pass(46_000);
    expect((await ask()).status).toBe(429);
    pass(2_000);
    expect(await ask()).toMatchObject({ status: 200, left: '2' });
  });
});

describe('an address that fails too often', () => {
  it('is refused before its key is looked up, until the next window', async () => {
    const { send, pass, exhaust, keys, issueKey, stop } = await gatewayAt();
    onTestFinished(stop);
    const remoteAddress = '198.51.100.7';
    await exhaust(remoteAddress);
    const find = vi.spyOn(keys, 'find');
    const headers = bearer(issueKey());
    pass(30_000);
    const refused = await send({ url: '/api/v1/account', headers, remoteAddress });
    expect(refused.status).toBe(429);
    expect(refused.headers).toMatchObject({ 'retry-after': '30', 'x-ratelimit-limit': '600' });
    expect(find).not.toHaveBeenCalled();
    expect((await send({ url: '/api/v1/account', headers, remoteAddress: '198.51.100.8' })).status).toBe(200);
    pass(30_000);
    expect((await send({ url: '/api/v1/account', headers, remoteAddress })).status).toBe(200);
  });

  it('still admits keys known to be valid, and no forged key with the same id', async () => {
    const { send, pass, exhaust, issueKey, lookups, stop } = await gatewayAt();
    onTestFinished(stop);
    const remoteAddress = '198.51.100.7';
    const key = issueKey();
    const ask = (text: string) => send({ url: '/api/v1/account', headers: bearer(text), remoteAddress });
    expect((await ask(key)).left).toBe('119');
    await exhaust(remoteAddress);
    expect(await ask(key)).toMatchObject({ status: 200, left: '118' });
    const forged = makeApiKey(readKeyId(key)).key;
    lookups.length = 0;
    for (let n = 0; n < 10; n++) expect((await ask(forged)).status).toBe(429);
    expect(lookups).toEqual([]);
    // Long enough that the key's record must be read again, and short enough that the address is still over its limit.
    pass(20_000);
    expect((await ask(key)).status).toBe(200);
  });

  it('excludes addresses whose keys are valid', async () => {
    const { workspace, send, issueKey, stop } = await gatewayAt();
    onTestFinished(stop);
    workspace.limits!.requestsPerMinute = 10_000;
    const headers = bearer(issueKey());
    for (let n = 0; n < 700; n++) await send({ url: '/api/v1/nothing', headers });
    expect((await send({ url: '/api/v1/account', headers })).status).toBe(200);
    expect((await send({ url: '/api/v1/account' })).left).toBe('599');
  });

  it.each([
    ['counts the socket’s address and ignores X-Forwarded-For', '', '203.0.113.1', '10.0.0.1', '10.0.0.1'],
    [
      'counts the socket’s address when it is not a trusted proxy',
      '10.9.0.0/16',
      '203.0.113.1',
      '10.0.0.1',
      '10.0.0.1',
    ],
    ['counts the address that a trusted proxy sends', '10.0.0.0/8', '203.0.113.1', '10.0.0.1', '203.0.113.1'],
    [
      'counts the right-most address that is not trusted',
      '10.0.0.0/8, ::1',
      '198.51.100.1, 203.0.113.1, 10.0.0.2',
      '10.0.0.1',
      '203.0.113.1',
    ],
  ])('%s', async (_, trustedProxies, forwarded, socket, counted) => {
    const { addresses, send, stop } = await gatewayAt({ trustedProxies });
    onTestFinished(stop);
    const headers = { 'x-forwarded-for': forwarded };
    await send({ url: '/api/v1/account', headers, remoteAddress: socket });
    expect(addresses.look(counted).remaining).toBe(599);
  });
});

describe('a peer that sends X-Forwarded-For', () => {
  it('causes a warning once a minute when it is not trusted', async () => {
    const warn = vi.spyOn(quietLog, 'warn');
    onTestFinished(() => warn.mockRestore());
    const { send, pass, stop } = await gatewayAt({ trustedProxies: '10.0.0.0/8' });
    onTestFinished(stop);
    const ask = (remoteAddress: string, headers = { 'x-forwarded-for': '203.0.113.1' }) =>
      send({ url: '/api/v1/account', remoteAddress, headers });
    await ask('10.0.0.1');
    await ask('192.0.2.1', {} as never);
    expect(warn).not.toHaveBeenCalled();
    for (let n = 0; n < 3; n++) await ask('192.0.2.1');
    expect(warn.mock.calls).toEqual([
      [{ peer: '192.0.2.1' }, expect.stringContaining('not in ROTAMER_TRUSTED_PROXIES')],
    ]);
    pass(60_000);
    await ask('192.0.2.1');
    expect(warn).toHaveBeenCalledTimes(2);
  });

  it('causes a warning when no proxy is trusted', async () => {
    const warn = vi.spyOn(quietLog, 'warn');
    onTestFinished(() => warn.mockRestore());
    const { send, stop } = await gatewayAt();
    onTestFinished(stop);
    await send({ url: '/api/v1/account', headers: { 'x-forwarded-for': '203.0.113.1' } });
    expect(warn).toHaveBeenCalledTimes(1);
  });
});
