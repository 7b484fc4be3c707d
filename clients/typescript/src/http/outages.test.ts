import { describe, expect, it } from 'vitest';
import { Rotamer } from '../client.ts';
import { API_KEY, jobOf } from '../testing/fakeApi.ts';
import { fakeTime } from '../testing/fakeTime.ts';
import { cutsOff, hangsUp, localServer, nobody, sends, sendsPage } from '../testing/localServer.ts';

const account = { object: 'account', workspace: { id: 'ws_1' } };
const request = { tool: 't', name: 'n', input: { inputs: [] } };

function clientOf(baseUrl: string, more: object = {}) {
  const time = fakeTime();
  return { time, client: new Rotamer({ apiKey: API_KEY, baseUrl, time, ...more }) };
}

describe('behind a proxy whose service is unavailable', () => {
  it.each([502, 503, 504, 520, 524, 408, 425])('a read is sent again after a page with status %i', async (status) => {
    const away = Array.from({ length: 5 }, () => sendsPage(status));
    const server = await localServer(...away, sends(account));
    expect((await clientOf(server.url).client.account()).workspace.id).toBe('ws_1');
    expect(server.requests).toHaveLength(6);
  });

  it('a submission is sent again under its key, for a minute', async () => {
    const away = Array.from({ length: 8 }, () => sendsPage(502));
    const server = await localServer(...away, sends(jobOf('QUEUED'), 202));
    const { client, time } = clientOf(server.url);
    expect((await client.jobs.submit(request)).id).toBe('job_1');
    expect(new Set(server.requests.map(({ headers }) => headers['idempotency-key'])).size).toBe(1);
    expect(time.now()).toBeGreaterThan(15_000);
  });

  it('a request ends with an error that names the address when its time has passed', async () => {
    const server = await localServer(sendsPage(502));
    const { client, time } = clientOf(server.url);
    await expect(client.account()).rejects.toMatchObject({
      status: 502,
      message: `GET ${server.url}/api/v1/account was answered with status 502, without an error of the API.`,
      resolution: expect.stringContaining('proxy'),
    });
    expect(time.now()).toBe(60_000);
  });

  it('a request without a key is sent once', async () => {
    const server = await localServer(sendsPage(502));
    await expect(clientOf(server.url).client.projects.create({ name: 'p' })).rejects.toMatchObject({ status: 502 });
    await expect(clientOf(server.url).client.request('PATCH', '/x', { body: {} })).rejects.toMatchObject({
      status: 502,
    });
    expect(server.requests).toHaveLength(2);
  });

  it('a request is never sent again when the client forbids it', async () => {
    const server = await localServer(sendsPage(502));
    const { client } = clientOf(server.url, { retryForMs: 0 });
    await expect(client.account()).rejects.toMatchObject({ status: 502 });
    await expect(clientOf(server.url).client.account({ retryForMs: 0 })).rejects.toMatchObject({ status: 502 });
    expect(server.requests).toHaveLength(2);
  });
});

it('a request is sent again after a broken connection or a truncated body', async () => {
  const server = await localServer(hangsUp, cutsOff, sends(account));
  expect((await clientOf(server.url).client.account()).workspace.id).toBe('ws_1');
  const lasting = await localServer(cutsOff);
  await expect(clientOf(lasting.url).client.account()).rejects.toMatchObject({
    name: 'ConnectionError',
    message: expect.stringMatching(/^GET http:\/\/127.0.0.1:\d+\/api\/v1\/account: the connection was closed before/),
  });
});

it('a creation is sent again when no connection was made, not after a lost response', async () => {
  const project = { object: 'project', id: 'proj_1' };
  const { client, time } = clientOf(await nobody());
  await expect(client.projects.create({ name: 'p' })).rejects.toThrow('ECONNREFUSED');
  expect(time.waited.length).toBeGreaterThan(5);
  const server = await localServer(cutsOff, sends(project));
  await expect(clientOf(server.url).client.projects.create({ name: 'p' })).rejects.toMatchObject({
    name: 'ConnectionError',
  });
  expect(server.requests).toHaveLength(1);
});

it('a submission waits while there are too many active jobs', async () => {
  const full = { error: { code: 'concurrent_job_limit_exceeded', message: 'Full.', resolution: 'Wait.' } };
  const server = await localServer(
    sends(full, 402, { 'retry-after': '5' }),
    sends(full, 402, { 'retry-after': '5' }),
    sends(jobOf('QUEUED'), 202),
  );
  const { client, time } = clientOf(server.url);
  expect((await client.jobs.submit(request)).id).toBe('job_1');
  expect(time.waited).toEqual([5000, 5000]);
  const old = await localServer(sends(full, 402));
  await expect(clientOf(old.url).client.jobs.submit(request)).rejects.toMatchObject({ name: 'ConcurrencyLimitError' });
  expect(old.requests).toHaveLength(1);
});

it('each wait for another attempt is reported', async () => {
  const server = await localServer(sendsPage(503, { 'retry-after': '3' }), sends(account));
  const retries: [number, number][] = [];
  const { client } = clientOf(server.url, {
    onRetry: ({ delayMs, failures }: { delayMs: number; failures: number }) => retries.push([delayMs, failures]),
  });
  await client.account();
  expect(retries).toEqual([[3000, 1]]);
});

describe('a response that is not from the API', () => {
  const other = /^GET http:\/\/127\.0\.0\.1:\d+\/api\/v1\/account: the answer is/;
  const cases = [
    ['a login page', sendsPage(200), other],
    ['a page that claims to be JSON', sendsPage(200, { 'content-type': 'application/json' }), other],
    ['an empty answer', (_: unknown, response: { end(): void }) => response.end(), other],
    ['JSON of another shape', sends({ status: 'ok' }), other],
    ['a list in place of an object', sends([]), other],
    ['another object', sends({ object: 'job' }), other],
    ['half of an answer', (_: unknown, response: { end(text: string): void }) => response.end('{"object":'), other],
    [
      'a redirect',
      sendsPage(302, { location: 'https://sso.test/login?x=1' }),
      /redirected to https:\/\/sso.test\/login\. /,
    ],
    [
      'a redirect to TLS',
      sendsPage(301, { location: 'https://rotamer.test/lab/api/v1/account' }),
      /Set the base URL to https:\/\/rotamer.test\/lab\.$/,
    ],
  ] as const;

  it.each(cases)('%s ends at once in an error that names the address', async (_name, handler, message) => {
    const server = await localServer(handler as never);
    const failed = clientOf(server.url).client.account();
    await expect(failed).rejects.toMatchObject({
      name: 'UnexpectedAnswerError',
      message: expect.stringMatching(message),
    });
    expect(server.requests).toHaveLength(1);
  });

  it('a redirect never gets the key', async () => {
    const elsewhere = await localServer(sends(account));
    const server = await localServer(sendsPage(307, { location: `${elsewhere.url}/api/v1/account` }));
    await expect(clientOf(server.url).client.account()).rejects.toThrow(`Set the base URL to ${elsewhere.url}.`);
    expect(elsewhere.requests).toEqual([]);
  });

  it.each([
    [401, 'AuthenticationError'],
    [403, 'PermissionDeniedError'],
    [404, 'ApiError'],
    [413, 'ApiError'],
  ])('a page with status %i ends in an error with the address and what to do', async (status, name) => {
    const server = await localServer(sendsPage(status));
    await expect(clientOf(server.url).client.account()).rejects.toMatchObject({
      name,
      message: expect.stringContaining(`${server.url}/api/v1/account`),
      resolution: expect.any(String),
    });
  });

  it('a 413 of nginx ends in an error that names the setting to change', async () => {
    const server = await localServer(sendsPage(413));
    const failed = clientOf(server.url).client.files.upload('x', 'x.fasta');
    await expect(failed).rejects.toMatchObject({ resolution: expect.stringContaining('client_max_body_size') });
  });

  it('a 404 of a proxy does not count as a deleted file', async () => {
    const server = await localServer(hangsUp, sendsPage(404));
    await expect(clientOf(server.url).client.files.delete('file_1')).rejects.toMatchObject({ status: 404 });
  });

  it('a page in place of an event stream ends the wait', async () => {
    const server = await localServer(sendsPage(200));
    await expect(clientOf(server.url).client.jobs.at('job_1').wait()).rejects.toMatchObject({
      name: 'UnexpectedAnswerError',
    });
  });
});
