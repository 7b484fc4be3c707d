import { type ClientHttp2Session, connect as connectHttp2 } from 'node:http2';
import { connect } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { accessClient, rejection, startAccess } from '../testing/startAccess.ts';
import type { RpcContext } from './callContext.ts';

describe('a server that stops', () => {
  it('lets running calls finish, and accepts no new calls', async () => {
    const begun = Promise.withResolvers<RpcContext>();
    const ending = Promise.withResolvers<void>();
    const { address, stop } = await startAccess({
      createUser: async (_, context) => {
        begun.resolve(context);
        await ending.promise;
        return { id: 'usr_1' };
      },
    });
    const call = accessClient(address).createUser({});
    const context = await begun.promise;
    expect(context.draining.aborted).toBe(false);
    const stopping = stop();
    expect(context.draining.aborted).toBe(true);
    expect(context.signal.aborted).toBe(false);
    // A call that waits for the next replica would outlast the grace period.
    const newCall = accessClient(address, { patienceMs: 0 }).createUser({});
    expect(await rejection(newCall)).toMatchObject({ code: 'service_unavailable' });
    ending.resolve();
    expect(await call).toMatchObject({ id: 'usr_1' });
    await stopping;
  });

  it('lets long polls respond at once', async () => {
    const begun = Promise.withResolvers<void>();
    const { address, stop } = await startAccess({
      createUser: async (_, { draining }) => {
        begun.resolve();
        await new Promise<void>((resolve) => draining.addEventListener('abort', () => resolve()));
        return { id: 'nothing yet' };
      },
    });
    const call = accessClient(address).createUser({});
    await begun.promise;
    await stop();
    expect(await call).toMatchObject({ id: 'nothing yet' });
  });

  it('returns service_unavailable for a call that ends with the draining signal', async () => {
    const begun = Promise.withResolvers<void>();
    const { address, stop } = await startAccess({
      createUser: (_, { draining }) => {
        begun.resolve();
        return new Promise((_, reject) => draining.addEventListener('abort', () => reject(draining.reason)));
      },
    });
    const call = rejection(accessClient(address).createUser({}));
    await begun.promise;
    await stop();
    expect(await call).toMatchObject({ code: 'service_unavailable', retryAfterSeconds: 1 });
  });

  it('cancels a call that never ends after the grace period', async () => {
    const begun = Promise.withResolvers<RpcContext>();
    const { address, stop } = await startAccess(
      {
        createUser: (_, context) => {
          begun.resolve(context);
          return new Promise(() => {});
        },
      },
      { graceMs: 100 },
    );
    const call = rejection(accessClient(address).createUser({}));
    await begun.promise;
    await stop();
    expect(await call).toMatchObject({ code: 'service_unavailable' });
  });

  it('is not delayed by idle or silent clients', async () => {
    const { address, port, stop } = await startAccess({ createUser: async () => ({}) }, { graceMs: 200 });
    await accessClient(address).createUser({});
    const silent = connect(port, '127.0.0.1');
    silent.on('error', () => {});
    onTestFinished(() => void silent.destroy());
    await new Promise((resolve) => silent.once('connect', resolve));
    await stop();
    await stop();
  });
});

describe('keepalive', () => {
  it('of a client may ping a server without a limit, also without a call', async () => {
    const { address } = await startAccess({});
    const session = connectHttp2(`http://${address}`);
    onTestFinished(() => session.destroy());
    await new Promise((resolve) => session.once('connect', resolve));
    let goneAway = false;
    session.on('goaway', () => {
      goneAway = true;
    });
    for (let i = 0; i < 100; i++) await ping(session);
    expect(goneAway).toBe(false);
    expect(session.closed).toBe(false);
  });
});

function ping(session: ClientHttp2Session): Promise<void> {
  return new Promise((resolve, reject) => {
    session.ping((error) => (error ? reject(error) : resolve()));
  });
}
