import { expect, it } from 'vitest';
import { commands } from './commands.ts';
import { forHumans, runAdmin } from './runAdmin.ts';

it.each([[['--help']], [['credits', 'grant', '--help']]])('%j lists all commands', async (args) => {
  const { exitCode, done, text } = await runAdmin(args, {});
  expect({ exitCode, done }).toEqual({ exitCode: 0, done: true });
  for (const { name } of commands) expect(text).toContain(name);
});

it('prints the items of a list one after the other, with a line for each field', () => {
  const users = [
    { id: 'usr_1', workspaces: [{ id: 'ws_1', role: 'owner' }] },
    { id: 'usr_2', workspaces: [] },
  ];
  expect(forHumans({ users, has_more: false }).split('\n')).toEqual([
    'users (2)',
    '- id          usr_1',
    '  workspaces (1)',
    '  - id    ws_1',
    '    role  owner',
    '- id          usr_2',
    '  workspaces  []',
    'has_more  false',
  ]);
});
