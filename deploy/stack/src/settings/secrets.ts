import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { operator, services } from '@rotamer/deploy/services.ts';

/** Secrets that are generated once and kept, so that a restart invalidates nothing. */
export interface Secrets {
  /** Token of each service and of the operator. */
  tokens: Record<string, string>;
  /** Signs the download URLs of the fs blob store. */
  blobs: string;
  /** Derives the tokens of invitations to shared jobs, and signs the page's cookies. */
  share: string;
  /** Makes the tokens of leases. */
  lease: string;
  /** Derives the secrets of webhook endpoints. */
  webhook: string;
  /** Secret of the access key `rotamer` of the stack's own S3 server. */
  s3: string;
  /** The demo workspace's API key, once it has been created. */
  apiKey?: string;
}

/** Reads `secrets.json` of a running stack without changing it, because admin commands may run concurrently. */
export function readSecrets(file: string): Secrets {
  return JSON.parse(readFileSync(file, 'utf8')) as Secrets;
}

/** Reads `secrets.json` and adds missing secrets: all of them on the first start, a new service's token after an update. */
export function loadSecrets(file: string): Secrets {
  const known: Partial<Secrets> = existsSync(file) ? readSecrets(file) : {};
  const names = [...services.map((row) => row.name), operator];
  const secrets: Secrets = {
    ...known,
    tokens: Object.fromEntries(names.map((name) => [name, known.tokens?.[name] ?? random()])),
    blobs: known.blobs ?? random(),
    share: known.share ?? random(),
    lease: known.lease ?? random(),
    webhook: known.webhook ?? random(),
    s3: known.s3 ?? random(),
  };
  saveSecrets(file, secrets);
  return secrets;
}

/** Writes `secrets.json` atomically, readable by its owner only. */
export function saveSecrets(file: string, secrets: Secrets): void {
  const draft = `${file}.new`;
  writeFileSync(draft, `${JSON.stringify(secrets, null, 2)}\n`, { mode: 0o600 });
  renameSync(draft, file);
}

function random(): string {
  return randomBytes(32).toString('base64url');
}
