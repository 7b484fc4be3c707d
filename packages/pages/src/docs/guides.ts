import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { eventTypes } from '@rotamer/api/schemas/eventTypes.ts';

/** A guide in Markdown; `<!-- sample NAME -->` on a separate line is replaced with a sample. */
export interface Guide {
  name: string;
  title: string;
  /** The topic, in a few words. */
  about: string;
  text: string;
}

/** The guides in reading order. Each is a file. */
export const guides: readonly Guide[] = [
  { name: 'first-job', title: 'The first job', about: 'from a sequence to results' },
  { name: 'signing-in', title: 'Signing in', about: 'people, sessions and workspaces' },
  { name: 'members-and-keys', title: 'Members and keys', about: 'roles, invitations, and the keys of programs' },
  { name: 'money', title: 'Money', about: 'prices, limits and what is paid back' },
  { name: 'budgets-and-usage', title: 'Budgets and usage', about: 'what was charged, and to whom' },
  { name: 'files', title: 'Files', about: 'upload once, use in many jobs, download results' },
  { name: 'sharing', title: 'Sharing', about: 'who sees a job outside its workspace, and until when' },
  { name: 'many-sequences', title: 'Many sequences', about: 'one job with all records, or a batch of jobs' },
  { name: 'workflows', title: 'Workflows', about: 'pipelines, with people who choose between the steps' },
  { name: 'events', title: 'Events', about: 'follow a job as it runs' },
  { name: 'logs', title: 'Logs and command lines', about: 'what the programs of a job wrote, and their versions' },
  { name: 'following-everything', title: 'Following everything', about: 'one feed of all events of a workspace' },
  { name: 'webhooks', title: 'Webhooks', about: 'events, sent to a URL of yours' },
  { name: 'errors', title: 'Errors', about: 'what they say, and what to do' },
].map((guide) => ({ ...guide, text: textOf(guide.name) }));

/** Returns the text of a guide, with the table of event types where `<!-- event types -->` is. */
function textOf(name: string): string {
  const text = readFileSync(join(import.meta.dirname, 'guides', `${name}.md`), 'utf8');
  const rows = Object.entries(eventTypes).map(([type, what]) => `| \`${type}\` | ${what} |`);
  return text.replace('<!-- event types -->', ['| Type | What happened |', '|---|---|', ...rows].join('\n'));
}
