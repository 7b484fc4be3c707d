import { describe, expect, it } from 'vitest';
import { eventually } from '../testing/eventually.ts';
import { accessClient, startAccess } from '../testing/startAccess.ts';

/** Starts a server that counts the calls it handles. */
async function startCounting() {
  const seen = { calls: 0 };
  const server = await startAccess({
    createUser: async () => {
      seen.calls++;
      return {};
    },
  });
  return { ...server, seen };
}

async function startThree() {
  const servers = await Promise.all([startCounting(), startCounting(), startCounting()]);
  const client = accessClient(servers.map(({ address }) => address).join(', '));
  const counts = () => servers.map(({ seen }) => seen.calls);
  // Each address is used once its connection is open.
  await eventually(async () => {
    await client.createUser({});
    return counts().every((calls) => calls > 0);
  });
  for (const { seen } of servers) seen.calls = 0;
  return { servers, client, counts };
}

describe('several addresses', () => {
  it('are called round-robin', async () => {
    const { client, counts } = await startThree();
    for (let i = 0; i < 30; i++) await client.createUser({});
    expect(counts()).toEqual([10, 10, 10]);
  });

  it('lose no call when one of them stops', async () => {
    const { servers, client, counts } = await startThree();
    let calls = 0;
    const callForAWhile = async () => {
      for (let i = 0; i < 50; i++) {
        await client.createUser({});
        calls++;
      }
    };
    await Promise.all([callForAWhile(), callForAWhile(), servers[1]!.stop()]);
    expect(calls).toBe(100);
    expect(counts().reduce((sum, n) => sum + n)).toBe(100);
  });

  it('skip an address that never responded', async () => {
    const { address, seen } = await startCounting();
    const client = accessClient(`127.0.0.1:1,${address}`);
    for (let i = 0; i < 20; i++) await client.createUser({});
    expect(seen.calls).toBe(20);
  });
});
