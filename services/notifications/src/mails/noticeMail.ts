import { type NoticeKind, noticeReasons } from '@rotamer/api/schemas/notices.ts';
import type { Mail } from '@rotamer/kit/mail/mail.ts';
import type { MailTemplate, QueuedMail } from '@rotamer/kit/mail/mailTable.ts';
import { type OffLinks, withOffLink } from '@rotamer/kit/mail/offLinks.ts';
import { nameInMail, plainMail } from '@rotamer/kit/mail/plainMail.ts';
import type { NoticeMail } from './decideNotices.ts';

/** Most jobs or runs that a mail lists. */
const MAX_LISTED = 50;

interface NoticeData {
  kind: NoticeKind;
  count: number;
  outcomes: Record<string, number>;
  listed: { id: string; title: string; name?: string; outcome: string }[];
}

/** Returns the data of a mail in the queue. */
export function toData({ kind, notices }: NoticeMail): Record<string, unknown> & NoticeData {
  const outcomes: Record<string, number> = {};
  for (const { outcome } of notices) outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
  const listed = notices
    .slice(0, MAX_LISTED)
    .map(({ subjectId: id, title, name, outcome }) => ({ id, title, name, outcome }));
  return { kind, count: notices.length, outcomes, listed };
}

/** Returns the template of mails about jobs, runs, reviews, budgets and webhook endpoints. */
export function noticeMail(links: OffLinks, publicUrl: string): MailTemplate {
  return (queued) => {
    const { kind } = queued.data as unknown as NoticeData;
    const template: MailTemplate = (mail) => listingMail(mail, publicUrl);
    return withOffLink(template, { links, kind, reason: noticeReasons[kind] })(queued);
  };
}

function listingMail(mail: QueuedMail, publicUrl: string): Mail {
  const data = mail.data as unknown as NoticeData;
  const rest = data.count - data.listed.length;
  return plainMail(mail, publicUrl, {
    subject: subjectOf(data),
    lines: [
      ...data.listed.flatMap((one) => [
        `${labelOf(one)} ${one.outcome}`,
        `    ${placeOf(data.kind, one.id, publicUrl)}`,
      ]),
      ...(rest > 0 ? ['', `and ${rest} more`] : []),
    ],
  });
}

const nouns: Partial<Record<NoticeKind, string>> = {
  job_ended: 'jobs',
  run_ended: 'runs',
  review_waiting: 'runs',
  webhook_disabled: 'webhook endpoints',
};

function subjectOf({ kind, count, outcomes, listed }: NoticeData): string {
  if (count === 1) return `${labelOf(listed[0]!)} ${listed[0]!.outcome}`;
  const counts = Object.entries(outcomes)
    .sort(([, a], [, b]) => b - a)
    .map(([outcome, n]) => `${n} ${outcome}`);
  return `${count} ${nouns[kind] ?? 'budgets'}: ${counts.join(', ')}`;
}

function labelOf({ title, name }: NoticeData['listed'][number]): string {
  return name ? `${nameInMail(name)} (${nameInMail(title)})` : nameInMail(title);
}

const commands: Partial<Record<NoticeKind, string>> = {
  job_ended: 'rotamer jobs get',
  run_ended: 'rotamer workflows watch',
  webhook_disabled: 'rotamer webhooks enable',
};

/** A run that waits has a page; for others the command that shows it, or that enables it again. */
function placeOf(kind: NoticeKind, id: string, publicUrl: string): string {
  if (kind === 'review_waiting') return `${publicUrl}/workflow-runs/${id}/review`;
  const command = commands[kind];
  return command ? `${command} ${id}` : id;
}
