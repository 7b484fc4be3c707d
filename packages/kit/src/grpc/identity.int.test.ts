import { Caller } from '@rotamer/proto/caller/v1/caller.ts';
import { createChannel, createClient } from 'nice-grpc';
import { HealthDefinition } from 'nice-grpc-server-health';
import { describe, expect, it, onTestFinished } from 'vitest';
import { Fault } from '../errors/fault.ts';
import { ADMIN_TOKEN, accessClient, RUNNER_TOKEN, rejection, startAccess } from '../testing/startAccess.ts';
import { callIds, type RpcContext, scopeOf } from './callContext.ts';

/** Starts a server that keeps the contexts of its calls. */
async function startListening() {
  const contexts: RpcContext[] = [];
  const server = await startAccess({
    createUser: async (_, context) => {
      contexts.push(context);
      return {};
    },
  });
  return { ...server, contexts };
}

const caller = Caller.fromPartial({
  workspaceId: 'ws_1',
  userId: 'usr_ä',
  role: 'member',
  keyId: 'abcdefgh',
  scopes: ['jobs:read', 'jobs:write'],
  requestId: 'req_12345',
});

describe('a call', () => {
  it('passes the calling service, the caller and the trace to the handler', async () => {
    const { address, contexts } = await startListening();
    const traceparent = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';
    await accessClient(address).createUser({}, { caller, traceparent });
    expect(contexts[0]).toMatchObject({ peer: 'admin', caller, traceparent });
    expect(callIds(contexts[0]!)).toEqual({
      request_id: 'req_12345',
      trace_id: '4bf92f3577b34da6a3ce929d0e0e4736',
      span_id: '00f067aa0ba902b7',
    });
  });

  it('has no caller by default', async () => {
    const { address, contexts } = await startListening();
    await accessClient(address).createUser({});
    expect(contexts[0]).toMatchObject({ peer: 'admin', caller: Caller.fromPartial({}), traceparent: '' });
  });

  it('passes the caller on to the next service', async () => {
    const inner = await startListening();
    const client = accessClient(inner.address);
    const outer = await startAccess({ createUser: (request, context) => client.createUser(request, scopeOf(context)) });
    await accessClient(outer.address).createUser({}, { caller, traceparent: 'trace' });
    expect(inner.contexts[0]).toMatchObject({ caller, traceparent: 'trace' });
  });

  it('is refused with a wrong or foreign token, or under an unknown name', async () => {
    const { address, contexts } = await startListening();
    for (const identity of [
      { service: 'admin', token: 'a wrong token' },
      { service: 'admin', token: RUNNER_TOKEN },
      { service: 'admin', token: '' },
      { service: 'nobody', token: ADMIN_TOKEN },
      { service: '', token: ADMIN_TOKEN },
    ]) {
      const fault = await rejection(accessClient(address, identity).createUser({}));
      expect(fault).toMatchObject({ code: 'internal_error', cause: { details: 'Unknown service or wrong token.' } });
    }
    expect(contexts).toEqual([]);
  });

  it('is forbidden for a service that is not among the method’s callers', async () => {
    const { address, contexts } = await startListening();
    const client = accessClient(address, { service: 'runner', token: RUNNER_TOKEN });
    const fault = await rejection(client.createUser({}));
    expect(fault).toBeInstanceOf(Fault);
    expect(fault).toMatchObject({
      code: 'forbidden',
      message: 'runner may not call /rotamer.gateway.v1.Access/CreateUser.',
    });
    expect(contexts).toEqual([]);
  });
});

/** In grpc.health.v1. */
const SERVING = 1;

it('reports health to probes without a token', async () => {
  const { address } = await startListening();
  const channel = createChannel(address);
  onTestFinished(() => channel.close());
  const { status } = await createClient(HealthDefinition, channel).check({ service: '' });
  expect(status).toBe(SERVING);
});
