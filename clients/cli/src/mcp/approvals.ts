import { createHash } from 'node:crypto';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Saves requests in a separate folder, for a person to submit. Returns a function that names the command to run. */
export function createApprovals(flags: { profile?: string; baseUrl?: string }, temporary = tmpdir()) {
  let folder: string | undefined;
  return (body: object, maxCredits: number): string => {
    folder ??= mkdtempSync(join(temporary, 'rotamer-approve-'));
    const text = JSON.stringify(body, null, 2);
    // Repeating the same request writes the same file.
    const path = join(folder, `job-${createHash('sha256').update(text).digest('hex').slice(0, 12)}.json`);
    writeFileSync(path, text, { mode: 0o600 });
    const service = [
      ...(flags.profile ? ['--profile', flags.profile] : []),
      ...(flags.baseUrl ? ['--base-url', flags.baseUrl] : []),
    ];
    const words = ['rotamer', ...service, 'submit', '-f', path, '--max-credits', String(maxCredits)];
    return words.map(quoted).join(' ');
  };
}

/** Quotes a word for a shell, including Windows shells. */
function quoted(word: string): string {
  return /^[\w@%+=:,./\\-]+$/.test(word) ? word : `"${word.replace(/["$`]/g, '')}"`;
}
