import type { Toolbox } from '../toolbox.ts';
import { convert } from './convert.ts';
import { depict } from './depict.ts';
import { describe } from './describe.ts';
import { fingerprint } from './fingerprint.ts';
import { match } from './match.ts';
import { protonate } from './protonate.ts';
import { screen } from './screen.ts';
import { stereo } from './stereo.ts';

/** All tasks on one molecule. Each throws a Rejection for a molecule that it cannot use. */
export const tasks = { convert, depict, describe, fingerprint, match, protonate, screen, stereo };

export type TaskName = keyof typeof tasks;
export type TaskOptions<Name extends TaskName> = Parameters<(typeof tasks)[Name]>[2];
export type TaskResult<Name extends TaskName> = ReturnType<(typeof tasks)[Name]>;

/** Returns a task with types that do not depend on its name: values from another thread have no types. */
export const taskOf = (name: TaskName) => tasks[name] as (tools: Toolbox, text: string, options: unknown) => unknown;
