import type { Command } from './command.ts';

/** `CMD=Info`: the databases that the caller may search, one a line. */
export const listDatabases: Command = async ({ api }) => {
  return (await api.datasets()).map((id) => `${id}\n`).join('');
};
