import { MAX_PERSON_NAME } from '@rotamer/api/schemas/member.ts';
import { isMailAddress } from '@rotamer/kit/mail/mail.ts';
import { shownLine } from '@rotamer/kit/shownText.ts';
import type { Provider } from './providers.ts';
import { SignInRefusal } from './refusal.ts';

/** A person as a provider describes them. */
export interface Person {
  /** Identifies the person, together with the issuer. */
  subject: string;
  /** In lower case; undefined when the provider gives none. */
  email?: string;
  emailVerified: boolean;
  /** The display name; undefined when the provider gives none. */
  name?: string;
  groups: string[];
}

/** A claim set: an ID token's, with those of the userinfo endpoint. */
export type Claims = Readonly<Record<string, unknown>>;

/** Most groups that are read. */
const MAX_GROUPS = 1_000;
const MAX_SUBJECT = 255;

/**
 * Reads a person from claims.
 *
 * @throws SignInRefusal when the claims have no usable subject, or when the provider left the groups out because there are too many
 */
export function readPerson(
  claims: Claims,
  { groupsClaim, trustEmail }: Pick<Provider, 'groupsClaim' | 'trustEmail'>,
): Person {
  const { sub, email, name } = claims;
  if (typeof sub !== 'string' || sub === '' || sub.length > MAX_SUBJECT) throw new SignInRefusal('failed');
  const address = typeof email === 'string' ? email.trim().toLowerCase() : '';
  return {
    subject: sub,
    email: isMailAddress(address) ? address : undefined,
    emailVerified: isVerified(claims.email_verified, trustEmail),
    name: (typeof name === 'string' && shownLine(name.trim(), MAX_PERSON_NAME)) || undefined,
    groups: groupsOf(claims, groupsClaim),
  };
}

/** Some providers send the text "true". One that says `false` is never overruled. */
function isVerified(claim: unknown, trusted: boolean): boolean {
  return claim === true || claim === 'true' || (trusted && (claim ?? undefined) === undefined);
}

/** A missing claim means no groups: many providers leave an empty list out. */
function groupsOf(claims: Claims, name: string): string[] {
  const value = claims[name] ?? atPath(claims, name.split('.'));
  // A provider that names the claim as distributed has groups which it did not send (OpenID Connect Core, 5.6.2).
  const elsewhere = claims._claim_names;
  if (value === undefined && isRecord(elsewhere) && Object.hasOwn(elsewhere, name))
    throw new SignInRefusal('too_many_groups');
  const groups = (Array.isArray(value) ? value : [value]).filter((one): one is string => typeof one === 'string');
  if (groups.length > MAX_GROUPS) throw new SignInRefusal('too_many_groups');
  return groups;
}

function atPath(value: unknown, [name, ...rest]: string[]): unknown {
  if (name === undefined) return value;
  return isRecord(value) && Object.hasOwn(value, name) ? atPath(value[name], rest) : undefined;
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
