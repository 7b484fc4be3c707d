import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { quietLog } from '@rotamer/kit/testing/quietLog.ts';
import { contract } from '@rotamer/tools/protein-properties/tool.ts';
import { completeSettings } from '@rotamer/tools/shared/completeSettings.ts';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { attemptFolder, type JobFile, OUTPUT_LIST } from '../child/jobFile.ts';
import { makeAttemptFolder } from './attemptFolders.ts';
import { chooseSandbox } from './chooseSandbox.ts';
import { createProcessExecutor } from './processExecutor.ts';

const input = { id: 'in1', slotId: 'sequences', kind: 'protein', format: 'FASTA' };
const { settings } = completeSettings(contract, {});
const jobFile: JobFile = { tool: contract.id, settings, settingProblems: [], inputs: [input] };

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sandbox-test-'));
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await rm(folder, { recursive: true, force: true });
});

describe.each([
  ['open to', 0o755],
  ['closed to', 0o700],
])('in a folder that is %s other users', (_what, mode) => {
  it.each(['auto', 'bwrap', 'unshare', 'group'] as const)(
    '%s runs a tool to its end, or is rejected',
    async (wanted) => {
      await chmod(folder, mode);
      const sandbox = await chooseSandbox(wanted, folder, quietLog).catch((error: Error) => error);
      if (sandbox instanceof Error) {
        expect(wanted).not.toBe('group');
        expect(sandbox.message).toContain(`ROTAMER_SANDBOX: '${wanted}' does not work on this machine (`);
        expect(sandbox.message).toContain('Install bubblewrap');
        return;
      }
      const attempt = attemptFolder(join(folder, 'a'));
      await makeAttemptFolder(attempt);
      await writeFile(attempt.jobFile, JSON.stringify(jobFile));
      await writeFile(join(attempt.inputs, '0'), '>a\nMKTAYIAKQR\n');
      const order = { root: attempt.root, tool: contract.id, limits: contract.limits, onProgress: () => {} };
      const ending = await createProcessExecutor(sandbox).execute(order).ended;
      expect(ending).toMatchObject({ kind: 'ended', code: 0 });
      expect(await readFile(join(attempt.outputs, OUTPUT_LIST), 'utf8')).toContain('"isoelectric_point"');
    },
  );
});

it('auto chooses nothing that exposes the network or credentials; that must be requested by name', async () => {
  vi.stubEnv('PATH', join(folder, 'nothing-is-installed-here'));
  await expect(chooseSandbox('auto', folder, quietLog)).rejects.toThrow(
    /bwrap: .*Install bubblewrap.*ROTAMER_SANDBOX=group/,
  );
});
