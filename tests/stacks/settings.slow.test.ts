// @module-tag stacks

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@rotamer/neighbours/freePort.ts';
import { startStack } from '@rotamer/stack/startStack.ts';
import { expect, it, onTestFinished, vi } from 'vitest';

it('a stack listens on the configured address, and its links follow the configured public URL', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'rotamer-stack-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true, maxRetries: 10 }));
  onTestFinished(() => void vi.unstubAllEnvs());
  const listen = `127.0.0.1:${await freePort()}`;
  vi.stubEnv('ROTAMER_HTTP_LISTEN', listen);
  vi.stubEnv('ROTAMER_PUBLIC_URL', 'https://lab.example.org/rotamer');
  const stack = await startStack({ dataDir, fresh: false, real: false, replicas: { runner: 0 }, report: () => {} });
  onTestFinished(() => stack.stop());
  expect(stack.baseUrl).toBe(`http://${listen}`);
  const answer = await fetch(`http://${listen}/api/v1/openapi.json`);
  expect(await answer.json()).toMatchObject({ servers: [{ url: 'https://lab.example.org/rotamer' }] });
});
