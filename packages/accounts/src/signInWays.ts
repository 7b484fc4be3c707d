import { BUDGET_MS } from '@rotamer/http/request/budgets.ts';
import type { Clock } from '@rotamer/kit/clock.ts';
import type { Db } from '@rotamer/kit/db/db.ts';
import type { Signals } from '@rotamer/kit/db/signals.ts';
import { Fault } from '@rotamer/kit/errors/fault.ts';
import { takeLocalLink } from './access/localLinkStore.ts';
import type { Members } from './access/members.ts';
import type { AuditLog } from './audit/auditLog.ts';
import type { Billing } from './clients.ts';
import { createLoginLinks } from './loginLink/loginLinks.ts';
import { loginLinkPages } from './loginLinkPages/loginLinkPages.ts';
import { connectedIssuers, useState } from './oidc/identityStore.ts';
import { type Caps, readProviders } from './oidc/providers.ts';
import { setMemberBudget } from './oidc/setMemberBudget.ts';
import { type ByRule, type Member, signInPerson } from './oidc/signInPerson.ts';
import { oidcPages } from './oidcPages/oidcPages.ts';
import type { SignInWays } from './signIn/signInFrame.ts';

interface Settings {
  localLinks: boolean;
  loginByMail: boolean;
  loginLinksPerAddress: number;
  loginLinksPerMailbox: number;
  loginLinksPerHour: number;
  oidcProviders: string;
  shareSecret: string;
}

interface Needs {
  db: Db;
  signals: Pick<Signals, 'send'>;
  clock: Clock;
  members: Members;
  audit: AuditLog;
  billing: Pick<Billing, 'getWorkspace' | 'findSpendingBudgets' | 'setSpendingBudget'>;
  publicUrl: string;
}

/**
 * Returns the ways to sign in that the settings switch on.
 *
 * @throws Error naming what is wrong with the providers
 */
export function createSignInWays(settings: Settings, needs: Needs): SignInWays {
  const { db, clock, publicUrl } = needs;
  const { shareSecret, loginByMail, localLinks } = settings;
  const providers = readProviders(settings.oidcProviders);
  const links = createLoginLinks({ publicUrl, secret: shareSecret });
  const limits = {
    perAddress: settings.loginLinksPerAddress,
    perMailbox: settings.loginLinksPerMailbox,
    inAll: settings.loginLinksPerHour,
  };
  const ofPeople = {
    ...needs,
    workspaceExists: (id: string) => workspaceExists(needs.billing, id),
    setBudget: (member: Member, caps: Caps, by: ByRule) => setMemberBudget(needs, member, caps, by),
  };
  return {
    takeLocalLink: localLinks ? (token) => takeLocalLink(db, token, clock()) : undefined,
    mail: loginByMail ? (app, frame) => loginLinkPages(app, { ...needs, ...frame, links, limits }) : undefined,
    oidc:
      providers.length === 0
        ? undefined
        : {
            providers: providers.map(({ id, title: name }) => ({ id, name })),
            async connected(userId) {
              const issuers = await connectedIssuers(db, userId);
              return providers.filter(({ issuer }) => issuers.includes(issuer.href)).map(({ id }) => id);
            },
            pages: (app, frame) =>
              oidcPages(app, {
                ...{ ...frame, providers, clock, publicUrl, shareSecret },
                useState: (state, endsAt) => useState(db, state, endsAt),
                signIn: (provider, person, from) => signInPerson(ofPeople, provider, person, from),
              }),
          },
  };
}

async function workspaceExists(billing: Needs['billing'], workspaceId: string): Promise<boolean> {
  try {
    await billing.getWorkspace({ workspaceId }, { deadlineMs: Date.now() + BUDGET_MS });
    return true;
  } catch (error) {
    if (error instanceof Fault && error.code === 'not_found') return false;
    throw error;
  }
}
