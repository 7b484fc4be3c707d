import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe } from 'vitest';
import type { Check, Program, Run, Settings, ToolContract, ToolInput } from '../contract.ts';
import { answersProbe } from '../shared/native/probe.ts';
import { checkAndRun, type TestRun } from './testRun.ts';

/** Whether programs answer, by command. Files of tests share a process, and some programs take half a second of a core. */
const answers = new Map<string, Promise<boolean>>();

function answersOnce(program: Program): Promise<boolean> {
  const answer = answers.get(program.command) ?? answersProbe(program);
  answers.set(program.command, answer);
  return answer;
}

/** Returns whether tests can run these programs. When CI is set, they run without asking, and fail if one is missing. */
export async function canRun({ requires }: Pick<ToolContract, 'requires'>): Promise<boolean> {
  return Boolean(process.env.CI) || (await Promise.all(requires.map(answersOnce))).every(Boolean);
}

/** Returns `describe` for tests that run these programs, or `describe.skip` where one of the programs is missing. */
export async function describeWithPrograms(contract: Pick<ToolContract, 'requires'>) {
  return (await canRun(contract)) ? describe : describe.skip;
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
