import { Writable } from 'node:stream';
import { Fault } from '@rotamer/kit/errors/fault.ts';
import { pino } from 'pino';
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { submission } from '../testing/requests.ts';
import { bearer, testGateway } from '../testing/testGateway.ts';

const lines: string[] = [];
const sink = new Writable({
  write(chunk, _encoding, done) {
    lines.push(...chunk.toString().trim().split('\n'));
    done();
  },
});
const { app, jobs, issueKey, stop } = await testGateway({ log: pino({ base: null, messageKey: 'message' }, sink) });
afterAll(stop);
beforeEach(() => {
  lines.length = 0;
});

const logged = () => lines.map((line) => JSON.parse(line)).filter((line) => line.message.startsWith('request'));

describe('the log line of a request', () => {
  it('is single, and names caller, route and outcome', async () => {
    const key = issueKey();
    await app.inject({ url: '/api/v1/tools/nothing', headers: { ...bearer(key), 'x-request-id': 'client-chosen_1' } });
    await vi.waitFor(() => expect(logged()).toHaveLength(1));
    expect(logged()[0]).toMatchObject({
      request_id: 'client-chosen_1',
      method: 'GET',
      route: '/api/v1/tools/:toolId',
      status: 404,
      code: 'not_found',
      workspace_id: 'ws_1',
      key_id: key.slice(9, 17),
    });
  });

  it('contains no key, sequence, query string or path', async () => {
    const key = issueKey();
    const payload = submission({ name: 'private name\n{"level":"fatal"}' });
    await app.inject({ method: 'POST', url: '/api/v1/jobs?token=secret', headers: bearer(key), payload });
    await app.inject({ url: `/api/v1/unknown/${key}`, headers: { authorization: `Bearer ${key}x` } });
    await app.inject({ url: `/blobs/private?sig=secret` });
    await vi.waitFor(() => expect(logged()).toHaveLength(3));
    for (const secret of [key, key.slice(18), 'secret', 'KVFGRCELAAAMKRHG', 'private', 'unknown']) {
      expect(lines.join('\n')).not.toContain(secret);
    }
  });

  it('has the cause of a failure, which the response does not have', async () => {
    const cause = new Error('relation "jobs" does not exist');
    vi.spyOn(jobs, 'countActive').mockRejectedValueOnce(
      new Fault('internal_error', 'Something went wrong.', { cause }),
    );
    const answer = await app.inject({ url: '/api/v1/account', headers: bearer(issueKey()) });
    expect(answer.statusCode).toBe(500);
    expect(answer.body).not.toContain('relation');
    await vi.waitFor(() => expect(logged()[0]).toMatchObject({ status: 500, err: { message: cause.message } }));
  });
});

describe('the request id', () => {
  it.each(['short', 'has space in it', 'a'.repeat(65), 'new\tline-12345', '{"level":1}'])(
    'is a new one when the client sends %j',
    async (given) => {
      const answer = await app.inject({ url: '/healthz', headers: { 'x-request-id': given } });
      expect(answer.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
    },
  );

  it('is never in a response body', async () => {
    const answer = await app.inject({ url: '/api/v1/nothing', headers: { 'x-request-id': 'client-chosen_2' } });
    expect(answer.headers['x-request-id']).toBe('client-chosen_2');
    expect(answer.body).not.toContain('client-chosen_2');
  });
});
