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
  /** Without a workspace: queued by an earlier release. */
  listed: { id: string; workspaceId?: string; title: string; name?: string; outcome: string }[];
}

/** Returns the data of a mail in the queue. */
export function toData({ kind, notices }: NoticeMail): Record<string, unknown> & NoticeData {
  const outcomes: Record<string, number> = {};
  for (const { outcome } of notices) outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
  const listed = notices
    .slice(0, MAX_LISTED)
    .map(({ subjectId: id, workspaceId, title, name, outcome }) => ({ id, workspaceId, title, name, outcome }));
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
        ...placesOf(data.kind, one, publicUrl).map((place) => `    ${place}`),
      ]),
      ...(rest > 0 ? ['', `and ${rest} more`] : []),
      ...(data.kind === 'budget_near' ? ['', SPENT] : []),
    ],
  });
}

const SPENT =
  'A budget that is spent refuses new jobs until its period ends. To let more jobs run, an admin raises its cap.';

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

/** The pages of the console, below that of the workspace. */
const pages: Partial<Record<NoticeKind, (id: string) => string>> = {
  job_ended: (id) => `jobs/${id}`,
  run_ended: (id) => `runs/${id}`,
  budget_near: () => 'usage',
};

/** Returns the page that shows it, and the command that shows it, or that enables it again. Of budgets also the id. */
function placesOf(kind: NoticeKind, { id, workspaceId }: NoticeData['listed'][number], publicUrl: string): string[] {
  if (kind === 'review_waiting') return [`${publicUrl}/workflow-runs/${id}/review`];
  const page = pages[kind];
  const command = commands[kind];
  return [
    ...(page && workspaceId ? [`${publicUrl}/w/${workspaceId}/${page(id)}`] : []),
    command ? `${command} ${id}` : id,
  ];
}
