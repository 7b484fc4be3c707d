// @module-tag stacks

import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startStack } from '@rotamer/stack/startStack.ts';
import { expect, it, onTestFinished } from 'vitest';

it('a stack starts on other ports when another program takes one of its ports meanwhile', {
  timeout: 120_000,
}, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'rotamer-stack-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true, maxRetries: 10 }));
  const intruder = createServer();
  onTestFinished(() => void intruder.close());
  const chosen: string[] = [];
  const stack = await startStack({
    dataDir: folder,
    port: 0,
    fresh: false,
    real: false,
    replicas: { runner: 0 },
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
  const answer = await fetch(`${stack.baseUrl}/api/v1/account`, {
    headers: { authorization: `Bearer ${stack.apiKey}` },
  });
  expect(answer.status).toBe(200);
});
