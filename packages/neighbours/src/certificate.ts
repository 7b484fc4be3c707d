import { execFile } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

/**
 * A self-signed certificate for 127.0.0.1, which clients must be configured to trust. All values are paths of PEM
 * files.
 */
export interface Certificate {
  certificate: string;
  key: string;
  /** Both in one file, as Kafka reads them. */
  chain: string;
}

/** Creates a certificate that is valid for a day, with the installed `openssl`. */
export async function makeCertificate(folder: string): Promise<Certificate> {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const [certificate, key, chain] = ['certificate.pem', 'key.pem', 'chain.pem'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ];
  const subject = ['-subj', '/CN=127.0.0.1', '-addext', 'subjectAltName=IP:127.0.0.1'];
  const files = ['-keyout', key, '-out', certificate];
  await promisify(execFile)('openssl', [
    'req',
    '-x509',
    '-newkey',
    'rsa:2048',
    '-nodes',
    '-days',
    '1',
    ...subject,
    ...files,
  ]);
  writeFileSync(chain, readFileSync(key, 'utf8') + readFileSync(certificate, 'utf8'), { mode: 0o600 });
  return { certificate, key, chain };
}
