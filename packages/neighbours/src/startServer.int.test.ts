import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { freePort } from './freePort.ts';
import { commandOf } from './processes.ts';
import { endLeftover, type ServerSpec, startServer } from './startServer.ts';

let folder: string;
let port: number;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'rotamer-server-'));
  port = await freePort();
});

afterEach(async () => {
  await endLeftover(folder);
  rmSync(folder, { recursive: true });
});

/** Returns the spec of a server that is a few lines of JavaScript. */
function specOf(script: string): ServerSpec {
  const main = join(folder, 'main.mjs');
  writeFileSync(main, script);
  return {
    name: 'Echo',
    command: process.execPath,
    args: [main, String(port)],
    folder,
    logFile: join(folder, 'echo.log'),
    port,
    answers: () =>
      fetch(`http://127.0.0.1:${port}`).then(
        () => true,
        () => false,
      ),
  };
}

const well = `import { createServer } from 'node:http';
  createServer((request, response) => response.end()).listen(process.argv[2], '127.0.0.1');`;

describe('startServer', () => {
  it('resolves when the server responds, and stop ends the server', async () => {
    const server = await startServer(specOf(well));
    expect((await fetch(`http://127.0.0.1:${port}`)).status).toBe(200);
    await server.stop();
    await server.gone;
    expect(commandOf(server.pid)).toBe('');
  });

  it('ends the server of a killed launcher before it starts another on the folder', async () => {
    const { pid: orphan } = await startServer(specOf(well));
    const server = await startServer(specOf(well));
    expect(commandOf(orphan)).toBe('');
    expect(commandOf(server.pid)).toContain(folder);
  });

  it('does not touch a program that has the reused pid of a former server', async () => {
    const stranger = spawn(process.execPath, ['--eval', 'setInterval(() => {}, 1000)']);
    onTestFinished(() => void stranger.kill());
    await once(stranger, 'spawn');
    writeFileSync(join(folder, 'pid'), String(stranger.pid));
    await startServer(specOf(well));
    expect(stranger.exitCode).toBeNull();
    expect(readFileSync(join(folder, 'pid'), 'utf8')).not.toBe(String(stranger.pid));
  });

  it('includes the server’s own messages when it does not start', async () => {
    const broken = startServer(specOf(`console.error('no such disk'); process.exit(1);`));
    await expect(broken).rejects.toThrow('no such disk');
  });
});
