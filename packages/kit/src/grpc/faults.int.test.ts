import { describe, expect, it } from 'vitest';
import { Fault, validationFault } from '../errors/fault.ts';
import { createLog } from '../process/log.ts';
import { accessClient, rejection, startAccess } from '../testing/startAccess.ts';

const caller = { workspaceId: 'ws_1', userId: '', role: '', keyId: '', scopes: [], requestId: 'req_12345' };

function keptLog() {
  const lines: string[] = [];
  const log = createLog('access', 'debug', { write: (line) => lines.push(line) });
  const calls = () => lines.map((line) => JSON.parse(line)).filter(({ rpc }) => rpc);
  return { log, lines, calls };
}

describe('a fault', () => {
  it('crosses a call with all its public fields', async () => {
    const details = { current_status: 'PROCESSING', errors: [{ path: 'a[0].b', message: 'ä' }] };
    const { address } = await startAccess({
      createUser: async () => {
        throw new Fault('conflict', 'Already so.', { details, retryAfterSeconds: 7, resolution: 'Look again.' });
      },
    });
    const fault = await rejection(accessClient(address).createUser({}));
    expect(fault).toBeInstanceOf(Fault);
    const expected = { code: 'conflict', message: 'Already so.', resolution: 'Look again.' };
    expect(fault).toMatchObject({ ...expected, details, retryAfterSeconds: 7, cause: undefined });
  });

  it('crosses two calls unchanged', async () => {
    const inner = await startAccess({
      createUser: async () => {
        throw new Fault('insufficient_credits', 'Not enough.', { details: { required: 5 } });
      },
    });
    const client = accessClient(inner.address);
    const outer = await startAccess({ createUser: (request) => client.createUser(request) });
    const fault = await rejection(accessClient(outer.address).createUser({}));
    expect(fault).toMatchObject({ code: 'insufficient_credits', message: 'Not enough.', details: { required: 5 } });
  });

  it('of any size does not disturb the connection or concurrent calls', async () => {
    const problems = Array.from({ length: 50_000 }, (_, i) => ({
      path: `input.inputs[${i}]`,
      message: 'is no protein',
    }));
    const ending = Promise.withResolvers<void>();
    const { address } = await startAccess({
      createUser: async () => {
        throw validationFault(problems);
      },
      revokeKey: async ({ id }) => {
        await ending.promise;
        return { id, prefix: '' };
      },
    });
    const client = accessClient(address);
    const beside = client.revokeKey({ id: 'key_1' });
    const fault = await rejection(client.createUser({}));
    expect(fault).toMatchObject({ code: 'validation_error' });
    expect((fault as Fault).message).toBe('input.inputs[0]: is no protein (and 49999 more)');
    ending.resolve();
    expect(await beside).toMatchObject({ id: 'key_1' });
  });

  it('replaces an unknown error by a fixed text, and logs the cause with the request id', async () => {
    const { log, lines, calls } = keptLog();
    const { address } = await startAccess(
      {
        createUser: async () => {
          throw new TypeError('cannot read the secret plan');
        },
      },
      { log },
    );
    const fault = await rejection(accessClient(address).createUser({}, { caller }));
    expect(fault).toMatchObject({ code: 'internal_error', message: 'An internal error occurred.' });
    expect(JSON.stringify(fault)).not.toContain('secret plan');
    expect(calls()).toHaveLength(1);
    expect(calls()[0]).toMatchObject({
      level: 'error',
      message: 'call failed',
      rpc: '/rotamer.gateway.v1.Access/CreateUser',
      request_id: 'req_12345',
      err: { type: 'TypeError', message: 'cannot read the secret plan', stack: expect.stringContaining('faults.int') },
    });
    expect(lines.join()).toContain('secret plan');
  });

  it('of the caller is logged at level debug, and a fault of ours at level error', async () => {
    const { log, calls } = keptLog();
    const { address } = await startAccess(
      {
        createUser: async () => {
          throw new Fault('not_found', 'No such workspace.', { cause: new Error('deleted yesterday') });
        },
        createKey: async () => {
          throw new Fault('service_unavailable', 'Unavailable.', { cause: new Error('ECONNREFUSED') });
        },
      },
      { log },
    );
    const client = accessClient(address);
    await rejection(client.createUser({}));
    await rejection(client.createKey({}));
    expect(calls()).toMatchObject([
      { level: 'debug', code: 'not_found', err: { message: 'deleted yesterday' } },
      { level: 'error', code: 'service_unavailable', err: { message: 'ECONNREFUSED' } },
    ]);
  });
});
