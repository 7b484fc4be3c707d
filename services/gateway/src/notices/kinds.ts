import type { NoticeChoices, NoticeKind } from '@rotamer/api/schemas/notices.ts';

/** What holds for people who have not chosen. */
export const defaultChoices: Readonly<NoticeChoices> = {
  job_ended: 'requested',
  run_ended: 'requested',
  review_waiting: 'always',
  budget_near: 'always',
  invitation: 'always',
  webhook_disabled: 'always',
};

/** What a mail of each kind is about, as the end of "You get this mail because …" and "Switch off mails when …". */
export const kindTexts: Readonly<Record<NoticeKind, string>> = {
  job_ended: 'jobs of yours have ended',
  run_ended: 'workflow runs of yours have ended',
  review_waiting: 'workflow runs of yours wait for a review',
  budget_near: 'a budget that you see is nearly spent',
  invitation: 'somebody invites you to a workspace',
  webhook_disabled: 'a webhook endpoint of your workspace was disabled',
};
