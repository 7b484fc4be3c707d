import { execFile } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** A certificate for 127.0.0.1 that vouches for itself: clients have to be told to trust it. All paths of PEM files. */
export interface Certificate {
  certificate: string;
  key: string;
  /** Both in one file, as Kafka reads them. */
  chain: string;
}

/** Makes a certificate that is good for a day, with the `openssl` of the machine. */
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
