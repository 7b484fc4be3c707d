import { join } from 'node:path';
import { Eta } from 'eta';

/** Every value in a template is escaped unless it is itself a template. The layout is that of shared pages. */
const eta = new Eta({ views: join(import.meta.dirname, '..'), cache: true, autoEscape: true });

/** What every page with a form needs. */
interface Framed {
  /** The relative path from the page to the root of the service. */
  root: string;
  /** The token of the page's forms. */
  token: string;
}

export interface LoginView extends Framed {
  /** Where the person returns after signing in. */
  next: string;
  /** Whether `npm start` prints links that sign in. */
  hasLocalLinks: boolean;
  hasMail: boolean;
  /** Providers of OpenID Connect, with the links that lead to them. `signOut` is there after a sign-in with the provider. */
  providers: readonly { name: string; link: string; signOut?: string }[];
}

/** The ways to sign in that are switched on. */
export function loginPage(view: LoginView): string {
  return eta.render('./accountPages/templates/login', view);
}

/** A link that `npm start` printed. Its form sends itself, once the page is shown. */
export function localLinkPage(view: Framed & { link: string }): string {
  return eta.render('./accountPages/templates/localLink', view);
}

/** A message with the way back to the sign-in page. */
export function signInNoticePage(view: { root: string; title: string; message: string }): string {
  return eta.render('./loginLink/templates/notice', view);
}

export interface AccountView extends Framed {
  email: string;
  name?: string;
  workspaces: readonly { id: string; name: string; role: string; current: boolean }[];
  sessions: readonly {
    id: string;
    workspace: string;
    method: string;
    userAgent: string;
    address: string;
    lastUsed: string;
    current: boolean;
  }[];
  /** Providers of OpenID Connect with which the person can sign in, or with a link can connect the account. */
  providers: readonly { name: string; connect?: string }[];
  /** Whether there are more sessions than those shown. */
  hasMore: boolean;
}

/** The person, the person's workspaces and sessions. */
export function accountPage(view: AccountView): string {
  return eta.render('./accountPages/templates/account', view);
}

/** Asks for the code that a program shows. */
export function deviceCodePage(view: Framed & { code: string; notice?: string }): string {
  return eta.render('./accountPages/templates/deviceCode', view);
}

export interface DeviceView extends Framed {
  code: string;
  clientName: string;
  address: string;
  ageMinutes: number;
  /** The workspace in which the program will act. */
  workspace: string;
}

/** Shows the program that waits under a code, and asks whether to sign it in. */
export function deviceConfirmPage(view: DeviceView): string {
  return eta.render('./accountPages/templates/deviceConfirm', view);
}

/** Says that the program is signed in, or was refused. */
export function deviceDonePage(view: { root: string; approved: boolean }): string {
  return eta.render('./accountPages/templates/deviceDone', view);
}
