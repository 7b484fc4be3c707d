import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import { expect, it, onTestFinished } from 'vitest';
import { lazyHttp } from './lazyHttp.ts';

it('a bundle that serves HTTP loads no WebSocket client until it imports http dynamically', async () => {
  const root = mkdtempSync(join(tmpdir(), 'rotamer-bundle-'));
  onTestFinished(() => rmSync(root, { recursive: true }));
  const [source, bundle] = [join(root, 'main.ts'), join(root, 'main.mjs')];
  writeFileSync(
    source,
    `import { createServer } from 'node:http';
     import * as http from 'http';
     const isLoaded = () => process.moduleLoadList.some((name) => name.includes('undici'));
     const before = isLoaded();
     const { Agent } = await import('http');
     console.log(createServer === http.createServer, before, Agent === http.Agent);`,
  );
  await build({
    entryPoints: [source],
    outfile: bundle,
    bundle: true,
    format: 'esm',
    platform: 'node',
    plugins: [lazyHttp],
  });
  expect(execFileSync(process.execPath, [bundle]).toString()).toBe('true false true\n');
});
