import { describe, expect, it } from 'vitest';
import { accessClient, rejection, startAccess } from '../testing/startAccess.ts';

describe('the only replica', () => {
  it('is waited for while it is replaced, so that no call fails', async () => {
    const first = await startAccess({ createUser: async () => ({ id: 'first' }) });
    const client = accessClient(first.address, { patienceMs: 30_000, timeoutMs: 30_000 });
    expect(await client.createUser({})).toMatchObject({ id: 'first' });
    await first.stop();
    const calls = [client.createUser({}), client.createUser({})];
    // The port refuses connections now.
    expect(await rejection(accessClient(first.address).createUser({}))).toMatchObject({ code: 'service_unavailable' });
    calls.push(client.createUser({}));
    await startAccess({ createUser: async () => ({ id: 'second' }) }, { listen: first.address });
    for (const call of calls) expect(await call).toMatchObject({ id: 'second' });
  });

  it('fails calls at once when it has been unavailable for a while', async () => {
    const { address, stop } = await startAccess({ createUser: async () => ({}) });
    const client = accessClient(address, { patienceMs: 1_500 });
    await client.createUser({});
    const lost = performance.now();
    await stop();
    expect(await rejection(client.createUser({}))).toMatchObject({ code: 'service_unavailable' });
    const missed = performance.now();
    expect(missed - lost).toBeGreaterThan(1_450);
    expect(await rejection(client.createUser({}))).toMatchObject({ code: 'service_unavailable' });
    expect(performance.now() - missed).toBeLessThan(1_400);
  });
});
