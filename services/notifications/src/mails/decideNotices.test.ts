import type { NoticeKind } from '@rotamer/api/schemas/notices.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decideNotices, MAX_MAILS_PER_DAY, type PendingNotice } from './decideNotices.ts';

const start = new Date('2026-03-01T12:00:00Z');
const at = (seconds: number) => new Date(start.getTime() + seconds * 1000);

const notice = (recordedAt: Date, over: Partial<PendingNotice> = {}): PendingNotice => ({
  ...{ eventId: `evt_${recordedAt.getTime()}`, userId: 'usr_1', email: 'ada@example.org', kind: 'job_ended' },
  ...{ workspaceId: 'ws_1', subjectId: 'job_1', title: 'pairwise-align', outcome: 'COMPLETED', recordedAt },
  ...over,
});
const decide = (pending: PendingNotice[], now: Date, sent = 0) =>
  decideNotices(pending, new Map([['usr_1', sent]]), now);

describe('a mail about ended jobs', () => {
  it('is due 90 s after the last of them', () => {
    const pending = [notice(at(0)), notice(at(60))];
    expect(decide(pending, at(149))).toEqual([]);
    expect(decide(pending, at(150))).toMatchObject([{ kind: 'job_ended', notices: pending }]);
  });

  it('is due 5 minutes after the first, also while jobs end', () => {
    const pending = Array.from({ length: 30 }, (_, i) => notice(at(i * 10)));
    expect(decide(pending, at(299))).toEqual([]);
    expect(decide(pending, at(300))).toHaveLength(1);
  });
});

it('keeps people and kinds apart', () => {
  const kinds: NoticeKind[] = ['job_ended', 'review_waiting'];
  const pending = kinds.flatMap((kind) => ['usr_1', 'usr_2'].map((userId) => notice(at(0), { kind, userId })));
  const mails = decide(pending, at(600));
  expect(mails.map(({ userId, kind }) => `${userId} ${kind}`).sort()).toEqual([
    ...['usr_1 job_ended', 'usr_1 review_waiting', 'usr_2 job_ended', 'usr_2 review_waiting'],
  ]);
});

it('sends no more than the daily number of mails to a person', () => {
  expect(decide([notice(at(0))], at(600), MAX_MAILS_PER_DAY)).toEqual([]);
  const two = [notice(at(0)), notice(at(0), { kind: 'run_ended' })];
  expect(decide(two, at(600), MAX_MAILS_PER_DAY - 1)).toHaveLength(1);
});

it('sends every notice in exactly one mail, at the latest 5 minutes and one pass later', () => {
  const gaps = fc.array(fc.integer({ min: 0, max: 120 }), { minLength: 1, maxLength: 60 });
  fc.assert(
    fc.property(gaps, (all) => {
      let second = 0;
      const events = all.map((gap) => {
        second += gap;
        return second;
      });
      const arrivals = events.map((time, i) => notice(at(time), { eventId: `evt_${i}` }));
      const sent = new Map<string, number>();
      for (let now = 0; now <= second + 400; now += 20) {
        const pending = arrivals.filter((one) => one.recordedAt <= at(now) && !sent.has(one.eventId));
        for (const mail of decideNotices(pending, new Map(), at(now)))
          for (const { eventId } of mail.notices) {
            expect(sent.has(eventId)).toBe(false);
            sent.set(eventId, now);
          }
      }
      for (const one of arrivals)
        expect(sent.get(one.eventId)! * 1000 - (one.recordedAt.getTime() - start.getTime())).toBeLessThanOrEqual(
          320_000,
        );
    }),
  );
});
