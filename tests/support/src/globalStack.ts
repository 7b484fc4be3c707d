import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { repository } from '@rotamer/stack/folder/paths.ts';
import type { TestProject } from 'vitest/node';
import { type EntryServer, startEntryServer } from './entryServer.ts';
import { loggedErrors } from './loggedErrors.ts';
import { loggedSecrets } from './loggedSecrets.ts';
import { operators } from './operators.ts';
import { processesOf } from './processes.ts';
import { waitingToolFolder } from './requests.ts';
import { newHome, type RunningStack, removeHome, startStack } from './stack.ts';
import { waitFor } from './waitFor.ts';

/** The stack that all stories share. */
export interface SharedStack {
  baseUrl: string;
  /** The key of the demo workspace. */
  apiKey: string;
  dataDir: string;
  stackFile: string;
  /** The link that `npm start` printed. It signs in once, within 15 minutes. */
  loginUrl: string;
}

declare module 'vitest' {
  interface ProvidedContext {
    stack: SharedStack;
  }
}

let stack: RunningStack | undefined;
let entries: EntryServer | undefined;

/** Starts one stack for all stories of a run, in its own folder and on free ports. */
export async function setup(project: TestProject): Promise<void> {
  const home = newHome({ sample: true });
  // Also offers the tools that are added by configuration: the examples, and one that waits.
  // Receivers of webhooks are processes of this machine.
  entries = await startEntryServer();
  const env = {
    ...entries.env,
    ROTAMER_TOOLS_FOLDERS: [join(repository, 'tools', 'examples'), waitingToolFolder].join(),
    ROTAMER_WEBHOOK_ALLOW: '127.0.0.1',
    ROTAMER_OPERATORS: Object.values(operators).join(),
  };
  stack = await startStack({ home, env });
  const { baseUrl, apiKey } = stack;
  await waitFor('the runner to offer its tools', () => isOffered(stack!, 'protein-properties'));
  const loginUrl = /Sign in +(\S+)/.exec(stack.output())![1]!;
  project.provide('stack', { baseUrl, apiKey, dataDir: home.dataDir, stackFile: home.stackFile, loginUrl });
}

/**
 * Returns whether a live runner offers the tool. Jobs can be submitted earlier, but drafts of workflows are validated
 * against the tools on offer.
 */
async function isOffered({ baseUrl, apiKey }: RunningStack, tool: string): Promise<boolean> {
  const answer = await fetch(`${baseUrl}/api/v1/tools/${tool}`, { headers: { authorization: `Bearer ${apiKey}` } });
  const { available } = (await answer.json()) as { available?: boolean };
  return available === true;
}

/**
 * Stops the stack as a user would. Fails the run if the stack does not exit normally, leaves a process behind, or has
 * logged secrets.
 */
export async function teardown(): Promise<void> {
  if (!stack) return;
  try {
    const code = await stack.interrupt();
    if (code !== 0) throw new Error(`the shared stack exited with ${code}:\n${stack.output()}`);
    await waitForNoProcess(stack.home.folder);
    const secrets = loggedSecrets(stack.home.dataDir);
    if (secrets.length > 0) throw new Error(`the logs contain secrets:\n${secrets.join('\n')}`);
  } finally {
    entries?.stop();
    for (const line of loggedErrors(stack.home)) console.error(line);
    removeHome(stack.home);
  }
}

/**
 * Throws an error that names the processes left in a folder. Waits up to `settleMs` for the kernel to reap exited
 * processes, and for nothing else: a stack that reported its stop must have ended its processes.
 */
export async function waitForNoProcess(folder: string, settleMs = 1_000): Promise<void> {
  const deadline = performance.now() + settleMs;
  for (;;) {
    const left = processesOf(folder);
    if (left.length === 0) return;
    if (performance.now() > deadline) {
      throw new Error(`processes left behind:\n${left.map(({ pid, command }) => `${pid} ${command}`).join('\n')}`);
    }
    await sleep(50);
  }
}
