/** Why a sign-in with a provider did not succeed. */
export type RefusalReason =
  | 'unavailable'
  | 'failed'
  | 'stale'
  | 'refused'
  | 'too_many_groups'
  | 'email_unverified'
  | 'email_taken'
  | 'not_allowed'
  | 'invited'
  | 'no_workspace';

/** A sign-in that did not succeed, with the reason that the page shows. */
export class SignInRefusal extends Error {
  readonly reason: RefusalReason;
  /** The user whom the provider has shown to sign in, or to have the address. */
  readonly userId: string | undefined;

  constructor(reason: RefusalReason, options: ErrorOptions & { userId?: string } = {}) {
    super(reason, options);
    this.name = 'SignInRefusal';
    this.reason = reason;
    this.userId = options.userId;
  }
}

/** The text of each reason. Only a person whose address is verified learns whether an account exists. */
export const refusalTexts: Readonly<Record<RefusalReason, string>> = {
  unavailable: 'The sign-in provider does not respond. Try again in a few minutes, or sign in another way.',
  failed: 'The response of the sign-in provider was not accepted. Begin again.',
  stale:
    'This sign-in is over: it was completed before, is older than 10 minutes, or began in another browser. Begin again.',
  refused: 'The sign-in provider did not sign you in. Begin again, or sign in another way.',
  too_many_groups:
    'The sign-in provider left out your groups, because there are too many. Ask your administrator to limit the groups that it sends.',
  email_unverified:
    'The sign-in provider gives no verified e-mail address for you. Verify the address there and begin again.',
  email_taken:
    'Your e-mail address belongs to an account that signs in another way. Sign in that way, and connect the two on the page of your account.',
  not_allowed: 'Your account at the sign-in provider may not use this installation. Ask your administrator.',
  invited:
    'You are invited, and have not accepted yet. Open the link in the mail with the invitation, or ask the person who invited you to send it again.',
  no_workspace: 'You are not a member of any workspace. Ask an owner of a workspace to invite you.',
};
