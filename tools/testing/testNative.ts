import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe } from 'vitest';
import type { Check, Run, Settings, ToolContract, ToolInput } from '../contract.ts';
import { missingPrograms } from '../shared/native/probe.ts';
import { checkAndRun, type TestRun } from './testRun.ts';

/**
 * Returns `describe` for tests that run a tool's programs. Without the programs the tests are skipped, unless CI is
 * set.
 */
export async function describeWithPrograms(contract: ToolContract) {
  const missing = await missingPrograms(contract.requires);
  return missing.length > 0 && !process.env.CI ? describe.skip : describe;
}

/** Like `checkAndRun`, in a new folder. */
export async function runNative(
  tool: { contract: ToolContract; check: Check; run: Run },
  inputs: (ToolInput & { text: string })[],
  settings: Settings = {},
  options: Parameters<typeof checkAndRun>[3] = {},
): Promise<TestRun> {
  const workdir = mkdtempSync(join(tmpdir(), 'rotamer-native-'));
  try {
    return await checkAndRun(tool, inputs, settings, { ...options, workdir });
  } finally {
    rmSync(workdir, { recursive: true, force: true });
  }
}
