import { createHash } from 'node:crypto';
import type { ArchiveFile } from './tarArchive.ts';

/** A file of an archive, with what its manifest says about it. */
export type DescribedFile = ArchiveFile & { output_port_id?: string; content_type?: string };

/**
 * Returns the files of an archive: `manifest.json`, which the clients can verify, `SHA256SUMS` for `sha256sum -c`, and then the given
 * files. `head` is what the archive is of.
 */
export function withManifest(head: object, files: readonly DescribedFile[]): ArchiveFile[] {
  const entries = files.map(({ path, size, sha256, output_port_id, content_type }) => {
    return { path, size, sha256, output_port_id, content_type };
  });
  const manifest = textFile('manifest.json', `${JSON.stringify({ ...head, files: entries }, null, 2)}\n`);
  const sums = [manifest, ...files].map(({ path, sha256 }) => `${sha256}  ${path}\n`).join('');
  return [manifest, textFile('SHA256SUMS', sums), ...files];
}

/** Returns a file with this text. */
export function textFile(path: string, text: string): ArchiveFile {
  const bytes = Buffer.from(text);
  return { path, size: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex'), bytes };
}
