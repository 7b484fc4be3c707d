// @module-tag slow-stories

import { execFile } from 'node:child_process';
import { repository } from '@rotamer/stack/folder/paths.ts';
import { describe, expect, inject, it } from 'vitest';

const { dataDir } = inject('stack');

const create = 'workspace create --name typed --plan FREE --credits 5'.split(' ');

/** Runs the command as an operator types it. */
function admin(...args: string[]): Promise<{ exitCode: unknown; stdout: string; stderr: string }> {
  const line = ['run', '--silent', 'admin', '--', ...args, '--data', dataDir];
  return new Promise((resolve) => {
    execFile('npm', line, { cwd: repository }, (error, stdout, stderr) =>
      resolve({ exitCode: error?.code ?? 0, stdout, stderr }),
    );
  });
}

describe.concurrent('npm run admin', () => {
  it('prints one JSON object and exits with 0 on success', async () => {
    const { exitCode, stdout, stderr } = await admin(...create, '--json');
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
    const { id } = JSON.parse(stdout);
    expect(id).toMatch(/^ws_/);
    const shown = await admin('ledger', 'show', '--workspace', id, '--json');
    expect(JSON.parse(shown.stdout).transfers).toMatchObject([{ kind: 'grant', credits: 5 }]);
  });

  it('prints lines for a person to read', async () => {
    const { exitCode, stdout } = await admin('ledger', 'check');
    expect(exitCode).toBe(0);
    expect(stdout).toMatch(/^balanced +true$/m);
  });

  it('exits with 1 when a request is refused, with the reason on stderr', async () => {
    const { exitCode, stdout, stderr } = await admin('key', 'revoke', '--key', 'nobodys', '--json');
    expect({ exitCode, stdout }).toEqual({ exitCode: 1, stdout: '' });
    expect(JSON.parse(stderr).error).toMatchObject({ code: 'not_found' });
  });

  it('exits with 2 for a usage error, and prints the usage', async () => {
    const { exitCode, stderr } = await admin('ledger', 'show');
    expect(exitCode).toBe(2);
    expect(JSON.parse(stderr).error).toMatchObject({
      code: 'wrong_call',
      message: expect.stringContaining('--workspace W'),
    });
  });
});
