/** A page on which people sign in, confirm something or see their account. The gateway decides; the console renders. */
export type PersonalPage =
  | LoginPage
  | LocalLinkPage
  | MailLinkPage
  | AccountPage
  | DeviceCodePage
  | DevicePage
  | InvitationPage
  | SwitchOffPage
  | MessagePage;

/** What every page with a form needs. */
interface WithForm {
  /** The token of the page's forms. */
  token: string;
}

/** The ways to sign in that are switched on. */
export interface LoginPage extends WithForm {
  page: 'login';
  /** Where the person returns after signing in. */
  next: string;
  /** Whether `npm start` prints links that sign in. */
  hasLocalLinks: boolean;
  hasMail: boolean;
  /** Providers of OpenID Connect, with the links that lead to them. `signOut` is there after a sign-in with the provider. */
  providers: readonly { name: string; link: string; signOut?: string }[];
}

/** A link that `npm start` printed. Its form sends itself, once the page is shown. */
export interface LocalLinkPage extends WithForm {
  page: 'localLink';
  link: string;
}

/** Asks whether the person wants to sign in with a link in a mail. The link is used up only by the form. */
export interface MailLinkPage extends WithForm {
  page: 'mailLink';
  action: string;
  /** Whom the link signs in. */
  email: string;
  /** The token of the link. */
  t: string;
}

/** The person, the person's workspaces and sessions. */
export interface AccountPage extends WithForm {
  page: 'account';
  email: string;
  name?: string;
  workspaces: readonly { id: string; name: string; role: string; current: boolean }[];
  sessions: readonly AccountSession[];
  /** Providers of OpenID Connect with which the person can sign in, or with a link can connect the account. */
  providers: readonly { name: string; connect?: string }[];
  /** Whether there are more sessions than those shown. */
  hasMore: boolean;
}

/** A session of a person in one browser or program. */
export interface AccountSession {
  id: string;
  workspace: string;
  /** How the person signed in. */
  method: string;
  userAgent: string;
  address: string;
  /** An ISO 8601 time. */
  lastUsed: string;
  /** Whether it is the session of this browser. */
  current: boolean;
}

/** Asks for the code that a program shows. `notice`: why the previous code was refused. */
export interface DeviceCodePage extends WithForm {
  page: 'deviceCode';
  code: string;
  notice?: string;
}

/** Shows the program that waits under a code, and asks whether to sign it in. */
export interface DevicePage extends WithForm {
  page: 'device';
  code: string;
  clientName: string;
  address: string;
  ageMinutes: number;
  /** The workspace in which the program will act. */
  workspace: string;
}

/** Shows who invites whom to which workspace. The invitation is used up only by the form. */
export interface InvitationPage extends WithForm {
  page: 'invitation';
  action: string;
  workspace: string;
  inviter: { name?: string; email: string };
  role: string;
  /** Whom the invitation is for. */
  email: string;
  /** The token of the link. */
  t: string;
}

/** Asks whether mails of one kind are to be switched off. Mail programs send the form too, so it has no token. */
export interface SwitchOffPage {
  page: 'switchOff';
  action: string;
  email: string;
  /** When such mails are sent: the end of "when …". */
  what: string;
}

/** Says how something ended, and leads on. */
export interface MessagePage {
  page: 'message';
  title: string;
  message: string;
  /** Where to go next: the path below the root of the service. */
  link: { path: string; text: string };
}
