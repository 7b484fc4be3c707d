import { execFile } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** A certificate authority for tests of TLS with client certificates. All values are paths of PEM files. */
export interface Authority {
  ca: string;
  issue(options: IssueOptions): Promise<{ cert: string; key: string }>;
}

export interface IssueOptions {
  /** Subject alternative names in the syntax of openssl, e.g. `DNS:jobs`, `IP:127.0.0.1`. */
  names: string[];
  /** Validity in days; a negative number creates an expired certificate. */
  days?: number;
}

/** Creates an authority that is valid for a day, with the installed `openssl`. */
export async function makeAuthority(folder: string): Promise<Authority> {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const ca = join(folder, 'ca.pem');
  const caKey = join(folder, 'ca-key.pem');
  const newKey = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes'];
  const ofAuthority = ['-days', '1', '-subj', '/CN=authority', '-addext', 'keyUsage=critical,keyCertSign'];
  await run('openssl', ['req', '-x509', ...newKey, ...ofAuthority, '-keyout', caKey, '-out', ca]);

  let issued = 0;
  return {
    ca,
    async issue({ names, days = 1 }) {
      const path = (what: string) => join(folder, `${issued}-${what}.pem`);
      issued++;
      const [cert, key, request] = [path('cert'), path('key'), path('request')];
      const subject = ['-subj', '/CN=service', '-addext', `subjectAltName=${names.join(',')}`];
      await run('openssl', ['req', '-new', ...newKey, ...subject, '-keyout', key, '-out', request]);
      const signer = ['-CA', ca, '-CAkey', caKey, '-CAcreateserial', '-copy_extensions', 'copyall'];
      await run('openssl', ['x509', '-req', '-in', request, ...signer, '-days', String(days), '-out', cert]);
      return { cert, key };
    },
  };
}
