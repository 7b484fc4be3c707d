import { readLogs } from './serviceLogs.ts';
import { alpha, beta, lysozyme, ubiquitin } from './testData.ts';

const sequences = [lysozyme, ubiquitin, alpha, beta].map((fasta) => fasta.split('\n')[1]!.slice(0, 20));

/** Patterns of secrets that no log may contain, by name. */
const secrets: [string, RegExp][] = [
  ['an API key', /rot_live_\w{8}_\w/],
  ['the token of a session', /rot_sess_\w{10}_\w/],
  ['a login link', /login\/local\?token=/],
  ['a sequence', new RegExp(sequences.join('|'))],
  ['an e-mail address', /[\w.-]+@example\.org/],
  ['a signed URL', /[?&](sig|t)=/],
  ['a password in a URL', /postgres(ql)?:\/\/\w+:\w/],
];

/** Returns the secrets found in a stack's logs. */
export function loggedSecrets(dataDir: string): string[] {
  return [...readLogs(dataDir)].flatMap(([name, text]) => secretsIn(text).map((found) => `${name} logged ${found}`));
}

/** Returns each kind of secret in a text, with the first line that contains it. */
export function secretsIn(text: string): string[] {
  return secrets.flatMap(([what, pattern]) => {
    const line = text.split('\n').find((one) => pattern.test(one));
    return line === undefined ? [] : [`${what}: ${line}`];
  });
}
