import { Fault } from '@rotamer/kit/errors/fault.ts';
import { expect, it } from 'vitest';
import type { Clients } from './clients.ts';
import { recordCommand } from './recordCommand.ts';

/** Records the calls to the audit log and runs of the command, in order. */
function recorder(begin: () => Promise<object> = async () => ({})) {
  const calls: [string, object][] = [];
  const audit = {
    beginCommand: async (request: object) => {
      calls.push(['begin', request]);
      return begin();
    },
    endCommand: async (request: object) => {
      calls.push(['end', request]);
      return {};
    },
  };
  const options = { workspace: 'ws_1', user: 'usr_1', email: 'ada@example.org', scopes: 'jobs:read' };
  const record = (run: () => Promise<object>) =>
    recordCommand('key create', options, { audit } as unknown as Clients, async () => {
      calls.push(['run', {}]);
      return run();
    });
  return { calls, record };
}

it('records a command before and after it, without secrets and addresses of people', async () => {
  const { calls, record } = recorder();
  await record(async () => ({ id: 'key_1', key: 'rot_live_secret' }));
  expect(calls.map(([name]) => name)).toEqual(['begin', 'run', 'end']);
  expect(calls[0]![1]).toMatchObject({ action: 'operator.key_create', resourceId: 'usr_1', workspaceId: 'ws_1' });
  expect(calls[2]![1]).toMatchObject({ outcome: 'ok', resourceId: 'key_1' });
  expect(JSON.stringify(calls)).not.toMatch(/secret|ada@/);
});

it.each([
  [new Fault('conflict', 'x'), 'refused', 'conflict'],
  [new Fault('service_unavailable', 'x'), 'unknown', 'service_unavailable'],
])('records a failed command: %s', async (error, outcome, code) => {
  const { calls, record } = recorder();
  await expect(record(() => Promise.reject(error))).rejects.toBe(error);
  expect(calls.at(-1)).toMatchObject(['end', { outcome, code }]);
});

it('does not run a command that cannot be recorded', async () => {
  const { calls, record } = recorder(() => Promise.reject(new Fault('service_unavailable', 'gone')));
  await expect(record(async () => ({}))).rejects.toThrow('not run');
  expect(calls.map(([name]) => name)).toEqual(['begin']);
});
