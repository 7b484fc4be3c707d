// @module-tag stacks

import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@rotamer/neighbours/freePort.ts';
import { startStack } from '@rotamer/stack/startStack.ts';
import { expect, it, onTestFinished, vi } from 'vitest';

it('a stack listens where its settings say, and elsewhere on other ports when another program takes one meanwhile', {
  timeout: 240_000,
}, async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'rotamer-stack-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true, maxRetries: 10 }));
  const intruder = createServer();
  onTestFinished(() => void intruder.close());
  onTestFinished(() => void vi.unstubAllEnvs());
  const listen = `127.0.0.1:${await freePort()}`;
  vi.stubEnv('ROTAMER_HTTP_LISTEN', listen);
  vi.stubEnv('ROTAMER_PUBLIC_URL', 'https://lab.example.org/rotamer');
  const chosen: string[] = [];
  const stack = await startStack({
    dataDir,
    fresh: false,
    real: false,
    replicas: { runner: 0, console: 0, compat: 0 },
    report: () => {},
    reach: async (service, address) => {
      if (service !== 'jobs') return address;
      chosen.push(address);
      if (chosen.length === 1) await once(intruder.listen(Number(address.split(':')[1]), '127.0.0.1'), 'listening');
      return address;
    },
  });
  onTestFinished(() => stack.stop());
  expect(chosen).toHaveLength(2);
  expect(stack.baseUrl).toBe(`http://${listen}`);
  const contract = await fetch(`http://${listen}/api/v1/openapi.json`);
  expect(await contract.json()).toMatchObject({ servers: [{ url: 'https://lab.example.org/rotamer' }] });
  const account = await fetch(`${stack.baseUrl}/api/v1/account`, {
    headers: { authorization: `Bearer ${stack.apiKey}` },
  });
  expect(account.status).toBe(200);
});
