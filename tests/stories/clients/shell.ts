import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { run } from '@rotamer/cli/run.ts';
import { fakeIo } from '@rotamer/cli/testing/fakeIo.ts';
import { startHttpFaults } from '@rotamer/test-support/httpFaults.ts';
import { newWorkspace } from '@rotamer/test-support/workspace.ts';
import type { TestContext } from 'vitest';

/** Opens a command line in an empty folder, with its own workspace, behind a proxy with faults. */
export async function openShell({ onTestFinished }: TestContext) {
  const workspace = await newWorkspace();
  const { client, key } = workspace;
  const faults = await startHttpFaults(client.baseUrl);
  onTestFinished(() => faults.stop());
  const cwd = mkdtempSync(join(tmpdir(), 'rotamer-cli-'));
  onTestFinished(() => rmSync(cwd, { recursive: true }));
  const env = { ROTAMER_API_KEY: key.key, ROTAMER_BASE_URL: faults.baseUrl };
  // Links in responses would bypass the proxy, so their addresses are replaced.
  const through: typeof fetch = (url, init) => fetch(String(url).replace(client.baseUrl, faults.baseUrl), init);
  const rotamer = async (...args: string[]) => {
    const io = fakeIo({ env, cwd, home: cwd, fetch: through });
    const code = await run(args, io);
    return { code, json: io.stdout === '' ? undefined : JSON.parse(io.stdout), stderr: io.stderr };
  };
  /** Runs a command, and returns the output that a person sees in a terminal. */
  const typed = async (...args: string[]) => {
    const io = fakeIo({ env: { ...env, NO_COLOR: '1' }, cwd, home: cwd, fetch: through, terminal: true });
    const code = await run(args, io);
    return { code, stdout: io.stdout, stderr: io.stderr };
  };
  return { rotamer, typed, faults, cwd, env, workspace };
}
