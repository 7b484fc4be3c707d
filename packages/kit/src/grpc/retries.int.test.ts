import { createServer } from 'node:net';
import { describe, expect, it } from 'vitest';
import type { ErrorCode } from '../errors/errorTable.ts';
import { Fault } from '../errors/fault.ts';
import { accessClient, rejection, startAccess } from '../testing/startAccess.ts';

/** Starts a server that fails `failures` times; the message of each failure is its number. */
async function startFailing(failures: number, code: ErrorCode = 'service_unavailable') {
  const seen = { calls: 0 };
  const fail = async () => {
    if (++seen.calls <= failures) throw new Fault(code, `Failure ${seen.calls}.`);
    return {};
  };
  const server = await startAccess({ revokeKey: fail, createUser: fail });
  return { ...server, seen };
}

const ALWAYS = 100;

describe('a call with a transient failure', () => {
  it('is retried by a client that retries', async () => {
    const { address, seen } = await startFailing(3);
    await accessClient(address, { retry: true }).revokeKey({});
    expect(seen.calls).toBe(4);
  });

  it('fails with the last error when retries do not help', async () => {
    const { address, seen } = await startFailing(ALWAYS);
    const fault = await rejection(accessClient(address, { retry: true }).revokeKey({}));
    expect(seen.calls).toBe(4);
    expect(fault).toMatchObject({ code: 'service_unavailable', message: 'Failure 4.' });
  });

  it('is made once by any other client', async () => {
    for (const retry of [false, undefined]) {
      const { address, seen } = await startFailing(ALWAYS);
      await rejection(accessClient(address, { retry }).revokeKey({}));
      expect(seen.calls).toBe(1);
    }
  });

  it('is made once when the proto does not mark it idempotent', async () => {
    const { address, seen } = await startFailing(ALWAYS);
    const fault = await rejection(accessClient(address, { retry: true }).createUser({}));
    expect(seen.calls).toBe(1);
    expect(fault).toMatchObject({ message: 'Failure 1.' });
  });

  it('is not retried after any other failure', async () => {
    for (const code of ['internal_error', 'conflict', 'rate_limited', 'validation_error'] as const) {
      const { address, seen } = await startFailing(ALWAYS, code);
      const fault = await rejection(accessClient(address, { retry: true }).revokeKey({}));
      expect(fault).toMatchObject({ code });
      expect(seen.calls).toBe(1);
    }
  });

  it('is not retried after its deadline', async () => {
    const { address, seen } = await startFailing(ALWAYS);
    const client = accessClient(address, { retry: true });
    const fault = await rejection(client.revokeKey({}, { deadlineMs: Date.now() + 70 }));
    expect(fault).toMatchObject({ code: 'service_unavailable', message: 'The service is temporarily unavailable.' });
    expect(seen.calls).toBeLessThan(4);
  });
});

describe('a failing server', () => {
  it('receives at most 10 % more calls because of retries', async () => {
    const { address, seen } = await startFailing(ALWAYS * 2);
    const client = accessClient(address, { retry: true });
    for (let n = 0; n < 100; n++) await rejection(client.revokeKey({}));
    expect(seen.calls).toBeLessThanOrEqual(110);
  });
});

describe('an unavailable server', () => {
  it('is reported as service_unavailable at once', async () => {
    const fault = await rejection(accessClient(`127.0.0.1:${await freePort()}`).createUser({}));
    expect(fault).toMatchObject({ code: 'service_unavailable', retryAfterSeconds: 2 });
  });

  it('is called again once it is back', async () => {
    const port = await freePort();
    const client = accessClient(`127.0.0.1:${port}`, { retry: true });
    await rejection(client.revokeKey({}));
    await startAccess({ revokeKey: async () => ({ id: 'key_1' }) }, { listen: `127.0.0.1:${port}` });
    await expect
      .poll(() => client.revokeKey({}).catch(() => undefined), { timeout: 10_000 })
      .toMatchObject({ id: 'key_1' });
  });
});

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number };
      server.close(() => resolve(port));
    });
  });
}
