import { readFileSync } from 'node:fs';
import { type Role, roles } from '@rotamer/api/operation/access.ts';
import { MAX_CAP } from '@rotamer/api/schemas/budgetWords.ts';
import { isId } from '@rotamer/kit/ids.ts';
import { type Static, Type } from 'typebox';
import { Value } from 'typebox/value';

const strict = { additionalProperties: false };
const shortText = (maxLength: number) => Type.String({ minLength: 1, maxLength });
const texts = Type.Array(shortText(200), { minItems: 1, maxItems: 200 });

const cap = Type.Optional(Type.Number({ minimum: 0, maximum: MAX_CAP }));

/** Who may sign in, and the role that they get in a workspace. All conditions of a rule must hold. */
const rule = Type.Object(
  {
    /** Domains of verified e-mail addresses, without their subdomains. */
    email_domains: Type.Optional(texts),
    /** Values of the groups claim; one is enough. */
    groups: Type.Optional(texts),
    /** Everyone whom the provider signs in. */
    everyone: Type.Optional(Type.Literal(true)),
    workspace: Type.Optional(Type.String()),
    role: Type.Optional(Type.Enum([...roles])),
    /** Caps in credits on what the jobs of the member may cost in the workspace. */
    budget: Type.Optional(Type.Object({ day: cap, month: cap, total: cap }, { ...strict, minProperties: 1 })),
  },
  strict,
);

const provider = Type.Object(
  {
    /** Part of the redirect URI: `/login/oidc/{id}/callback`. */
    id: Type.String({ pattern: '^[a-z0-9][a-z0-9-]{0,29}$' }),
    /** Names the provider on the sign-in page. */
    title: shortText(60),
    issuer: shortText(500),
    client_id: shortText(300),
    client_secret: Type.Optional(shortText(1_000)),
    /** How the secret is sent to the token endpoint. By default `post` where the provider supports it, else `basic`. */
    client_auth: Type.Optional(Type.Enum(['post', 'basic'])),
    scopes: Type.Optional(shortText(500)),
    /** The claim with the groups: its name, or its path with dots. */
    groups_claim: Type.Optional(shortText(200)),
    /** Whether a verified e-mail address is enough to become the user who has it. */
    link_by_email: Type.Optional(Type.Boolean()),
    /** Whether an address counts as verified when the provider does not say whether it is. Entra ID never says so. */
    trust_email: Type.Optional(Type.Boolean()),
    /** How far the provider's clock may be from ours, in seconds. */
    clock_tolerance_seconds: Type.Optional(Type.Integer({ minimum: 0, maximum: 300 })),
    rules: Type.Array(rule, { minItems: 1, maxItems: 200 }),
  },
  strict,
);

const providerList = Type.Array(provider, { maxItems: 20 });

/** Caps in credits: per day and month of UTC, and in all. */
export type Caps = Partial<Record<'day' | 'month' | 'total', number>>;

export interface Rule {
  emailDomains?: string[];
  groups?: string[];
  everyone: boolean;
  /** The membership that the rule gives; undefined for a rule that only lets people sign in. */
  membership?: { workspaceId: string; role: Role; budget?: Caps };
}

/** An OpenID Connect provider with which people may sign in. */
export interface Provider {
  id: string;
  title: string;
  issuer: URL;
  clientId: string;
  clientSecret?: string;
  clientAuth?: 'post' | 'basic';
  scopes: string;
  groupsClaim: string;
  linkByEmail: boolean;
  trustEmail: boolean;
  clockToleranceSeconds: number;
  rules: Rule[];
}

/**
 * Reads the providers: JSON text, or the path of a JSON file. Empty: none.
 *
 * @throws Error naming the setting, the provider and the field; it never quotes a secret
 */
export function readProviders(setting: string): Provider[] {
  if (setting.trim() === '') return [];
  const list = parse(setting);
  if (!Value.Check(providerList, list)) {
    const [first] = Value.Errors(providerList, list);
    throw invalid(`${first?.instancePath || 'the list'} ${first?.message}`);
  }
  const ids = list.map(({ id }) => id);
  const twice = ids.find((id, i) => ids.indexOf(id) !== i);
  if (twice) throw invalid(`two providers have the id ${twice}`);
  return list.map(toProvider);
}

function parse(setting: string): unknown {
  const isText = setting.trimStart().startsWith('[');
  const text = isText ? setting : readFileSync(setting, 'utf8');
  try {
    return JSON.parse(text);
  } catch {
    // The message of JSON.parse quotes the text, which has secrets.
    throw invalid(`${isText ? 'the text' : `the file ${setting}`} is not JSON`);
  }
}

function toProvider(row: Static<typeof provider>): Provider {
  return {
    id: row.id,
    title: row.title,
    issuer: issuerOf(row),
    clientId: row.client_id,
    clientSecret: row.client_secret,
    clientAuth: row.client_auth,
    scopes: scopesOf(row),
    groupsClaim: row.groups_claim ?? 'groups',
    linkByEmail: row.link_by_email ?? false,
    trustEmail: row.trust_email ?? false,
    clockToleranceSeconds: row.clock_tolerance_seconds ?? 30,
    rules: row.rules.map((one, i) => toRule(row.id, i, one)),
  };
}

/** Plain HTTP is for a provider on the same machine only. */
function issuerOf({ id, issuer }: Static<typeof provider>): URL {
  const url = URL.canParse(issuer) ? new URL(issuer) : undefined;
  if (url?.protocol === 'https:' || (url && isLoopback(url))) return url;
  throw invalid(`${id}: issuer must be an https:// URL`);
}

/** Returns whether a URL is plain HTTP to this machine. */
export function isLoopback({ protocol, hostname }: URL): boolean {
  return protocol === 'http:' && /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname);
}

function scopesOf({ id, scopes = 'openid email profile' }: Static<typeof provider>): string {
  if (!scopes.split(' ').includes('openid')) throw invalid(`${id}: scopes must include openid`);
  return scopes;
}

function toRule(id: string, i: number, one: Static<typeof rule>): Rule {
  const { email_domains, groups, everyone = false, workspace, role, budget } = one;
  const place = `${id}: rules[${i}]`;
  if (!everyone && !email_domains && !groups)
    throw invalid(`${place} needs email_domains, groups, or "everyone": true`);
  if ((workspace === undefined) !== (role === undefined))
    throw invalid(`${place} needs both workspace and role, or neither`);
  if (budget && workspace === undefined) throw invalid(`${place}: budget needs workspace and role`);
  if (workspace !== undefined && !isId('ws', workspace))
    throw invalid(`${place}: workspace is not the id of a workspace`);
  return {
    emailDomains: email_domains?.map((domain) => domain.trim().toLowerCase().replace(/^@/, '')),
    groups,
    everyone,
    membership: workspace !== undefined && role !== undefined ? { workspaceId: workspace, role, budget } : undefined,
  };
}

function invalid(problem: string): Error {
  return new Error(`Invalid configuration:\nROTAMER_OIDC_PROVIDERS: ${problem}`);
}
