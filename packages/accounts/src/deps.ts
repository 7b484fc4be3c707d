import type { RateLimiter } from '@rotamer/http/limits/rateLimiter.ts';
import type { RenderPage } from '@rotamer/http/pages/renderPage.ts';
import type { Clock } from '@rotamer/kit/clock.ts';
import type { ApiKeys } from './access/apiKeys.ts';
import type { KeyRing } from './access/keyRing.ts';
import type { Members } from './access/members.ts';
import type { PersonSessions } from './access/personSessions.ts';
import type { Workspaces } from './access/workspaces.ts';
import type { AuditLog } from './audit/auditLog.ts';
import type { Devices } from './devices/devices.ts';
import type { Invitations } from './invitations/invitations.ts';
import type { Notices } from './notices/notices.ts';
import type { SignInWays } from './signIn/signInFrame.ts';

/** What an HTTP application needs to know who sends a request, and to let people sign in. */
export interface AccountDeps {
  keys: KeyRing;
  workspaces: Workspaces;
  /** Rate limits of keys. */
  rates: RateLimiter;
  audit: AuditLog;
  members: Members;
  apiKeys: ApiKeys;
  sessions: PersonSessions;
  signInWays: SignInWays;
  notices: Notices;
  devices: Devices;
  invitations: Invitations;
  /** Public base URL of the gateway, without a slash at the end. */
  publicUrl: string;
  /** Base URL of the console; empty where there is none. */
  consoleUrl: string;
  /** Renders the pages that need no session, at the console. */
  renderPage: RenderPage;
  /** Signs the cookies of the pages for people. */
  shareSecret: string;
  clock: Clock;
}
