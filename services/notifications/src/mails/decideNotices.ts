import type { NoticeKind } from '@rotamer/api/schemas/notices.ts';

/** One thing that a person is to be notified of. */
export interface PendingNotice {
  eventId: string;
  userId: string;
  email: string;
  kind: NoticeKind;
  workspaceId: string;
  subjectId: string;
  title: string;
  name?: string;
  outcome: string;
  recordedAt: Date;
}

/** One mail with everything of a kind that a person is to be notified of. */
export interface NoticeMail {
  userId: string;
  email: string;
  kind: NoticeKind;
  notices: PendingNotice[];
}

/** A mail is due when nothing was added for `quietMs`, and at the latest `longestMs` after its first notice. */
const WAITS: Readonly<Record<NoticeKind, { quietMs: number; longestMs: number }>> = {
  job_ended: { quietMs: 90_000, longestMs: 5 * 60_000 },
  run_ended: { quietMs: 90_000, longestMs: 5 * 60_000 },
  // A review that starts within half a minute needs no mail.
  review_waiting: { quietMs: 30_000, longestMs: 60_000 },
  budget_near: { quietMs: 0, longestMs: 0 },
  invitation: { quietMs: 0, longestMs: 0 },
  webhook_disabled: { quietMs: 0, longestMs: 0 },
};

/** Most mails that a person gets on a day (UTC). What comes later is in the first mails of the next day. */
export const MAX_MAILS_PER_DAY = 30;

/**
 * Returns the mails that are due, one for each person and kind. `sentToday` counts the mails that each person was sent.
 */
export function decideNotices(
  pending: readonly PendingNotice[],
  sentToday: ReadonlyMap<string, number>,
  now: Date,
): NoticeMail[] {
  const groups = Map.groupBy(pending, ({ userId, kind }) => `${userId} ${kind}`);
  const sent = new Map(sentToday);
  const mails: NoticeMail[] = [];
  for (const notices of groups.values()) {
    const { userId, email, kind } = notices[0]!;
    const count = sent.get(userId) ?? 0;
    if (count >= MAX_MAILS_PER_DAY || !isDue(notices, kind, now)) continue;
    sent.set(userId, count + 1);
    mails.push({ userId, email, kind, notices });
  }
  return mails;
}

function isDue(notices: readonly PendingNotice[], kind: NoticeKind, now: Date): boolean {
  const times = notices.map(({ recordedAt }) => recordedAt.getTime());
  const [first, last] = [Math.min(...times), Math.max(...times)];
  const { quietMs, longestMs } = WAITS[kind];
  return now.getTime() - last >= quietMs || now.getTime() - first >= longestMs;
}
