import type { Stats } from 'node:fs';

/** The user of this process; undefined on Windows, which has no such numbers. */
export const thisUser: number | undefined = process.getuid?.();

/** Says why others could have written a file or a folder, and what to do; undefined: only its user can. */
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
