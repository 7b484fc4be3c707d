import type { Rotamer } from '@rotamer/client';
import { UsageError } from '../exitCodes.ts';

/** Returns the id of a member, who may be named by an e-mail address. */
export async function memberNamed(client: Rotamer, named: string): Promise<string> {
  if (!named.includes('@')) return named;
  const email = named.trim().toLowerCase();
  for await (const member of client.members.list({ limit: 100 })) if (member.email === email) return member.id;
  throw new UsageError(`No member has the e-mail address ${named}. rotamer members list shows all.`);
}

/** Returns the public id of a key, which may be named by its id or by its prefix. */
export async function keyNamed(client: Rotamer, named: string): Promise<string> {
  const prefix = named.startsWith('key_') ? (await client.apiKeys.get(named)).prefix : named;
  return prefix.replace(/^rot_live_/, '');
}
