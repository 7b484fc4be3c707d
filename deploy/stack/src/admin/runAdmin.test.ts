import { expect, it } from 'vitest';
import { commands } from './commands.ts';
import { runAdmin } from './runAdmin.ts';

it.each([[['--help']], [['credits', 'grant', '--help']]])('%j lists all commands', async (args) => {
  const { exitCode, done, text } = await runAdmin(args, {});
  expect({ exitCode, done }).toEqual({ exitCode: 0, done: true });
  for (const { name } of commands) expect(text).toContain(name);
});
