import { defaultChoices, type NoticeChoices, type NoticeKind } from '@rotamer/api/schemas/notices.ts';
import type { Db } from '@rotamer/kit/db/db.ts';
import { readPerson } from '../access/accessStore.ts';
import type { Mails } from '../clients.ts';

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
  /** Returns whether an address has not switched a kind of mail off. */
  wants(email: string, kind: NoticeKind): Promise<boolean>;
}

/** Choices belong to an address. Notifications stores them, and only the gateway knows the addresses of people. */
export function createNotices({ db, mails }: { db: Db; mails: Mails }): Notices {
  const emailOf = async (userId: string) => (await readPerson(db, userId)).email;
  const withDefaults = (choices: Record<string, string>): NoticeChoices => ({ ...defaultChoices, ...choices });
  const choicesOf = async (email: string) => withDefaults((await mails.getChoices({ email })).choices);
  const change = async (email: string, choices: Partial<NoticeChoices>) =>
    withDefaults((await mails.changeChoices({ email, choices })).choices);
  return {
    read: async (userId) => await choicesOf(await emailOf(userId)),
    change: async (userId, choices) => await change(await emailOf(userId), choices),
    request: async (subjectId, userId) => void (await mails.requestMail({ subjectId, userId })),
    switchOff: async (email, kind) => void (await change(email, { [kind]: 'never' })),
    wants: async (email, kind) => (await choicesOf(email))[kind] !== 'never',
  };
}
