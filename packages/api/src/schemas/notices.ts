import { type Static, Type } from 'typebox';
import { oneOf } from './build.ts';

const strict = { additionalProperties: false };

/** The kinds of mail that people can switch off. */
export const noticeKinds = [
  ...(['job_ended', 'run_ended', 'review_waiting', 'budget_near', 'invitation'] as const),
  'webhook_disabled',
] as const;

export type NoticeKind = (typeof noticeKinds)[number];

export type NoticeChoice = 'always' | 'requested' | 'never';

const ends = (what: string) =>
  oneOf(
    ['always', 'requested', 'never'] as const,
    `A mail when ${what}: always, only when the submission asks for it with \`Prefer: notify=mail\`, or never`,
  );
const onOff = (what: string) => oneOf(['always', 'never'] as const, `A mail when ${what}`);

const choices = {
  job_ended: ends('your jobs have ended; jobs that end within a few minutes are in one mail'),
  run_ended: ends('your workflow runs have ended'),
  review_waiting: onOff('a workflow run of yours waits for a review'),
  budget_near: onOff('80 % and 100 % of a budget are spent'),
  invitation: onOff('somebody invites you to a workspace'),
  webhook_disabled: onOff('Rotamer disables a webhook endpoint of a workspace of which you are an admin or owner'),
};

/** Which mails the credential's user gets, in all workspaces. */
export const notices = Type.Object(
  { object: Type.Literal('notices'), ...choices },
  {
    $id: 'Notices',
    ...strict,
    examples: [
      {
        ...{ object: 'notices', job_ended: 'requested', run_ended: 'requested' },
        ...{ review_waiting: 'always', budget_near: 'always', invitation: 'always', webhook_disabled: 'always' },
      },
    ],
  },
);

/** The choice for every kind. */
export type NoticeChoices = Omit<Static<typeof notices>, 'object'>;

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
export const noticeReasons: Readonly<Record<NoticeKind, string>> = {
  job_ended: 'jobs of yours have ended',
  run_ended: 'workflow runs of yours have ended',
  review_waiting: 'workflow runs of yours wait for a review',
  budget_near: 'a budget that you see is nearly spent',
  invitation: 'somebody invites you to a workspace',
  webhook_disabled: 'a webhook endpoint of your workspace was disabled',
};

/** Returns the kind with this name; undefined for any other text. */
export function noticeKindOf(name: string): NoticeKind | undefined {
  return noticeKinds.find((kind) => kind === name);
}

/** Body of `PATCH /notices`. */
export const noticesUpdateRequest = Type.Partial(Type.Object(choices), {
  $id: 'NoticesUpdateRequest',
  ...strict,
  minProperties: 1,
  examples: [{ job_ended: 'always' }],
});
