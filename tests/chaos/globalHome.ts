import { type Home, newHome, removeHome } from '@rotamer/test-support/stack.ts';
import type { TestProject } from 'vitest/node';

/** What the stack that all files of a run share is started with, by the first file that needs it. */
export interface SharedStart {
  home: Home;
  args: string[];
}

declare module 'vitest' {
  interface ProvidedContext {
    sharedStart: SharedStart;
  }
}

/** Files that kill processes also kill one of two, while the other serves. */
const KILLED = ['--gateways', '2', '--notifications', '2'];

let home: Home;

/** Makes the folder of the shared stack. */
export function setup(project: TestProject): void {
  home = newHome();
  project.provide('sharedStart', { home, args: project.name === 'kills' ? KILLED : [] });
}

/** Ends the processes of the stack, and deletes its folder. */
export function teardown(): void {
  removeHome(home);
}
