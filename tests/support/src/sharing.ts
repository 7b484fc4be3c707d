import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Answer } from './client.ts';
import type { JobSharing } from './resources.ts';

/** Returns the links to a job's page in the response of a share route. */
export function linksIn({ headers }: Answer<JobSharing>): string[] {
  return [...headers.get('link')!.matchAll(/<([^>]+)>/g)].map(([, link]) => link!);
}

/**
 * Returns the mails to an address that the local stack has written, decoded as far as a link needs it (RFC 2045, 6.7).
 */
export function mailsTo(dataDir: string, address: string): string[] {
  const folder = join(dataDir, 'mail');
  return readdirSync(folder)
    .filter((name) => name.endsWith('.eml'))
    .map((name) => readFileSync(join(folder, name), 'utf8'))
    .filter((mail) => mail.includes(`To: ${address}`))
    .map((mail) => mail.replace(/=\r?\n/g, '').replaceAll('=3D', '='));
}
