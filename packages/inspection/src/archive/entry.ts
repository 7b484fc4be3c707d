import { quoted } from '@rotamer/tools/shared/problems.ts';
import { Refusal } from '../inspection.ts';

export interface ArchiveEntry {
  name: string;
  kind: 'file' | 'directory' | 'link' | 'other';
  bytes: AsyncIterable<Uint8Array>;
}

/** Names that leave the folder they are unpacked in, and entries that point elsewhere. */
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

/** The same refusal, saying where in the archive. */
export function inEntry(name: string, refusal: Refusal): Refusal {
  return new Refusal(refusal.reason, `archive entry ${quoted(name)}: ${refusal.message}`);
}

/** What a library says of an archive that it cannot read. */
export function damaged(kind: string, error: unknown): Refusal {
  if (error instanceof Refusal) return error;
  const said = error instanceof Error ? error.message : String(error);
  return new Refusal('archive_damaged', `the ${kind} archive cannot be read (${said}). Pack it again and upload that.`);
}
