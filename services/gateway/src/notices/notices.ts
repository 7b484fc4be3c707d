import type { NoticeChoice, NoticeChoices, NoticeKind } from '@rotamer/api/schemas/notices.ts';
import type { Db } from '@rotamer/kit/db/db.ts';
import { defaultChoices } from './kinds.ts';
import { choose, emailOf, readChoices, requestNotice } from './noticeStore.ts';

/** The mails that people want. */
export interface Notices {
  /** Returns the choice of a person for every kind of mail. */
  read(userId: string): Promise<NoticeChoices>;
  /** Changes choices of a person. */
  change(userId: string, choices: Partial<NoticeChoices>): Promise<NoticeChoices>;
  /** Records that a submission asked for a mail at the end of its job or run. */
  request(subjectId: string, userId: string): Promise<void>;
  /** Switches a kind of mail off for an address. */
  switchOff(email: string, kind: NoticeKind): Promise<void>;
}

export function createNotices(db: Db): Notices {
  const readOf = async (email: string): Promise<NoticeChoices> => ({
    ...defaultChoices,
    ...(await readChoices(db, email)),
  });
  return {
    read: async (userId) => readOf((await emailOf(db, userId)) ?? ''),
    async change(userId, choices) {
      const email = (await emailOf(db, userId)) ?? '';
      for (const [kind, choice] of Object.entries(choices))
        await choose(db, email, kind as NoticeKind, choice as NoticeChoice);
      return await readOf(email);
    },
    request: (subjectId, userId) => requestNotice(db, subjectId, userId),
    switchOff: (email, kind) => choose(db, email, kind, 'never'),
  };
}
