import { describe, expect, it, onTestFinished } from 'vitest';
import { isOutage } from '../errors/fault.ts';
import { eventually } from '../testing/eventually.ts';
import { startFaultProxy } from '../testing/faultProxy/faultProxy.ts';
import { accessClient, rejection, startAccess } from '../testing/startAccess.ts';
import { metadataKeys, type RpcContext, scopeOf } from './callContext.ts';

/** Starts a server whose CreateUser ends only when its caller stops waiting. */
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
  it('is sent slightly shortened, so that the caller can still report which service was too slow', async () => {
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
    /** Milliseconds that each hop received, the innermost last. */
    const given: number[] = [];
    const note = ({ metadata }: RpcContext) => given.push(Number(metadata.get(metadataKeys.timeout)));
    const inner = await startAccess({
      createUser: async (_, context) => {
        note(context);
        return {};
      },
    });
    const client = accessClient(inner.address, { timeoutMs: 60_000 });
    const outer = await startAccess({
      createUser: (request, context) => {
        note(context);
        return client.createUser(request, scopeOf(context));
      },
    });
    const outerClient = accessClient(outer.address, { timeoutMs: 60_000 });
    await outerClient.createUser({}, { deadlineMs: Date.now() + 20_000 });
    expect(given[0]).toBeLessThanOrEqual(19_950);
    expect(given[1]).toBeLessThanOrEqual(given[0]! - 50);
  });

  it('turns a slow server into service_unavailable, and aborts the call in the server', async () => {
    const { address, contexts } = await startSlow();
    const fault = await rejection(accessClient(address, { timeoutMs: 100 }).createUser({}));
    expect(fault).toMatchObject({ code: 'service_unavailable', retryAfterSeconds: 2 });
    await eventually(() => contexts[0]!.signal.aborted);
  });

  it('counts as an outage when the server is silent, but not when the server enforces it', async () => {
    const { address, contexts } = await startSlow();
    const proxy = await startFaultProxy(address);
    onTestFinished(proxy.stop);
    const call = (at: string) => rejection(accessClient(at, { timeoutMs: 1_000 }).createUser({}));
    // The server answers 50 ms before the client gives up. On a busy machine that answer can come too late.
    await eventually(async () => !isOutage(await call(address)));
    const enforced = contexts.length;
    const unanswered = call(proxy.address);
    await eventually(() => contexts.length > enforced);
    proxy.poison({ silent: true });
    expect(isOutage(await unanswered)).toBe(true);
  });

  it('aborts the call in the server also when the network loses the cancellation', async () => {
    const { address, contexts } = await startSlow();
    const proxy = await startFaultProxy(address);
    onTestFinished(proxy.stop);
    const call = rejection(accessClient(proxy.address, { timeoutMs: 1_000 }).createUser({}));
    await eventually(() => contexts.length === 1);
    proxy.poison({ silent: true });
    await eventually(() => contexts[0]!.signal.aborted);
    expect(await call).toMatchObject({ code: 'service_unavailable' });
  });

  it('fails the call without sending it when it has passed', async () => {
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
