import type { Stats } from 'node:fs';

/** The user id of this process; undefined on Windows, which has no user ids. */
export const thisUser: number | undefined = process.getuid?.();

/** Returns why others could have written a file or folder, and what to do; undefined when only its user could. */
export function foreignWriter(
  path: string,
  { uid, mode }: Pick<Stats, 'uid' | 'mode'>,
  user: number | undefined,
): string | undefined {
  if (user === undefined) return undefined;
  if (uid !== user) return `${path} belongs to another user (uid ${uid})`;
  if ((mode & 0o022) !== 0) return `others can write to ${path} (close it with: chmod go-w ${path})`;
  return undefined;
}
