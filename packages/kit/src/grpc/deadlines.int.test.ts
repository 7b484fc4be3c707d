import { describe, expect, it, onTestFinished } from 'vitest';
import { eventually } from '../testing/eventually.ts';
import { startFaultProxy } from '../testing/faultProxy/faultProxy.ts';
import { accessClient, rejection, startAccess } from '../testing/startAccess.ts';
import { type RpcContext, scopeOf } from './callContext.ts';

/** A server whose CreateUser ends only when its caller gives up. */
async function startSlow() {
  const contexts: RpcContext[] = [];
  const server = await startAccess({
    createUser: (_, context) => {
      contexts.push(context);
      return new Promise((_, reject) => context.signal.addEventListener('abort', () => reject(context.signal.reason)));
    },
  });
  return { ...server, contexts };
}

describe('a deadline', () => {
  it('travels with the call, a little shorter, so that the caller can still say who was too slow', async () => {
    const left: number[] = [];
    const { address } = await startAccess({
      createUser: async (_, { deadlineMs }) => {
        left.push(deadlineMs - Date.now());
        return {};
      },
    });
    const client = accessClient(address, { timeoutMs: 4_000 });
    await client.createUser({}, { deadlineMs: Date.now() + 2_000 });
    await client.createUser({}, { deadlineMs: Date.now() + 60_000 });
    await client.createUser({});
    expect(left[0]).toBeLessThanOrEqual(1_950);
    expect(left[0]).toBeGreaterThan(1_000);
    for (const cappedByTimeout of left.slice(1)) {
      expect(cappedByTimeout).toBeLessThanOrEqual(4_000);
      expect(cappedByTimeout).toBeGreaterThan(3_000);
    }
  });

  it('shrinks at each hop', async () => {
    const deadlines: number[] = [];
    const inner = await startAccess({
      createUser: async (_, { deadlineMs }) => {
        deadlines.unshift(deadlineMs);
        return {};
      },
    });
    const client = accessClient(inner.address);
    const outer = await startAccess({
      createUser: async (request, context) => {
        const answer = await client.createUser(request, scopeOf(context));
        deadlines.unshift(context.deadlineMs);
        return answer;
      },
    });
    const deadlineMs = Date.now() + 3_000;
    await accessClient(outer.address).createUser({}, { deadlineMs });
    deadlines.unshift(deadlineMs);
    const [first, second, third] = deadlines as [number, number, number];
    expect(third).toBeLessThan(second);
    expect(second).toBeLessThan(first);
  });

  it('turns a slow server into service_unavailable, and tells the server to stop', async () => {
    const { address, contexts } = await startSlow();
    const fault = await rejection(accessClient(address, { timeoutMs: 100 }).createUser({}));
    expect(fault).toMatchObject({ code: 'service_unavailable', retryAfterSeconds: 2 });
    await eventually(() => contexts[0]!.signal.aborted);
  });

  it('ends the call in the server also when the network keeps the word of its caller back', async () => {
    const { address, contexts } = await startSlow();
    const proxy = await startFaultProxy(address);
    onTestFinished(proxy.stop);
    const call = rejection(accessClient(proxy.address, { timeoutMs: 1_000 }).createUser({}));
    await eventually(() => contexts.length === 1);
    proxy.poison({ silent: true });
    await eventually(() => contexts[0]!.signal.aborted);
    expect(await call).toMatchObject({ code: 'service_unavailable' });
  });

  it('that is over ends the call before it is made', async () => {
    const { address, contexts } = await startSlow();
    const fault = await rejection(accessClient(address).createUser({}, { deadlineMs: Date.now() }));
    expect(fault).toMatchObject({ code: 'service_unavailable' });
    expect(contexts).toEqual([]);
  });
});

describe('an abort', () => {
  it('by the caller stays an abort, and reaches the server', async () => {
    const { address, contexts } = await startSlow();
    const aborter = new AbortController();
    const call = rejection(accessClient(address).createUser({}, { signal: aborter.signal }));
    await eventually(() => contexts.length === 1);
    aborter.abort();
    expect(await call).toMatchObject({ name: 'AbortError' });
    await eventually(() => contexts[0]!.signal.aborted);
  });

  it('keeps the reason that the caller gave', async () => {
    const { address } = await startSlow();
    const signal = AbortSignal.timeout(50);
    expect(await rejection(accessClient(address).createUser({}, { signal }))).toBe(signal.reason);
  });

  it('reaches every hop', async () => {
    const inner = await startSlow();
    const client = accessClient(inner.address);
    const outer = await startAccess({ createUser: (request, context) => client.createUser(request, scopeOf(context)) });
    const aborter = new AbortController();
    const call = rejection(accessClient(outer.address).createUser({}, { signal: aborter.signal }));
    await eventually(() => inner.contexts.length === 1);
    aborter.abort();
    expect(await call).toMatchObject({ name: 'AbortError' });
    await eventually(() => inner.contexts[0]!.signal.aborted);
  });
});
