import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { freePort } from '@rotamer/neighbours/freePort.ts';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { accessClient, startAccess } from '../testing/startAccess.ts';

const VARIABLES = ['grpc_proxy', 'http_proxy', 'https_proxy', 'all_proxy'].flatMap((name) => [
  name,
  name.toUpperCase(),
]);

/** An address at which nothing listens. */
let dead: string;

beforeEach(async () => {
  dead = `http://127.0.0.1:${await freePort()}`;
  for (const name of ['no_proxy', 'NO_PROXY', 'no_grpc_proxy']) vi.stubEnv(name, undefined);
});
afterEach(() => vi.unstubAllEnvs());

describe('with a proxy in the environment that does not answer', () => {
  it.each(VARIABLES)('reaches a service when %s is set', async (name) => {
    vi.stubEnv(name, dead);
    const { address } = await startAccess({ revokeKey: async () => ({}) });
    await expect(accessClient(address).revokeKey({})).resolves.toMatchObject({ id: '' });
  });

  it('finds a container healthy', async () => {
    const { address } = await startAccess({});
    const env = { ...process.env, ...Object.fromEntries(VARIABLES.map((name) => [name, dead])) };
    const probe = promisify(execFile)(process.execPath, [join(import.meta.dirname, 'checkHealth.ts'), address], {
      env,
    });
    await expect(probe).resolves.toMatchObject({ stderr: '' });
  });
});
