import { quoted } from '@rotamer/tools/shared/problems.ts';
import { Refusal } from '../inspection.ts';
import { NoRoom } from './spool.ts';

export interface ArchiveEntry {
  name: string;
  kind: 'file' | 'directory' | 'link' | 'other';
  bytes: AsyncIterable<Uint8Array>;
}

/** Rejects names that escape the folder they are unpacked in, and entries that point elsewhere. */
export function refuseUnsafe({ name, kind }: Pick<ArchiveEntry, 'name' | 'kind'>): void {
  const unsafe =
    name === '' ||
    name.startsWith('/') ||
    name.includes('\\') ||
    /^[A-Za-z]:/.test(name) ||
    /\p{Cc}/u.test(name) ||
    name.split('/').includes('..');
  if (unsafe)
    throw new Refusal(
      'archive_unsafe_name',
      `the archive has an entry named ${quoted(name)}. Pack it again with relative names, '/' between folders, without '..'.`,
    );
  if (kind === 'link')
    throw new Refusal('archive_link', `the archive entry ${quoted(name)} is a link. Pack the file itself instead.`);
  if (kind === 'other')
    throw new Refusal(
      'archive_special_entry',
      `the archive entry ${quoted(name)} is neither a file nor a folder. Leave it out.`,
    );
}

/** Adds the name of the archive entry to a refusal. */
export function inEntry(name: string, refusal: Refusal): Refusal {
  return new Refusal(refusal.reason, `archive entry ${quoted(name)}: ${refusal.message}`);
}

/**
 * Returns the refusal of an archive that a library cannot read. Errors of the machine, such as a full disk, are not
 * the archive's fault and become NoRoom.
 */
export function damaged(kind: string, error: unknown): Error {
  if (error instanceof Refusal || error instanceof NoRoom) return error;
  if (error instanceof Error && 'syscall' in error) return new NoRoom(error);
  const reason = error instanceof Error ? error.message : String(error);
  return new Refusal(
    'archive_damaged',
    `the ${kind} archive cannot be read (${reason}). Create the archive again and upload that.`,
  );
}
