import dns from 'node:dns';
import { readFileSync } from 'node:fs';
import tls from 'node:tls';

/** A host name that no DNS server knows. */
export const publicHost = 'rotamer.test';

/**
 * Makes this process's fetch resolve `publicHost` to this machine and trust the certificate in this file. Returns a
 * function that undoes both.
 */
export function reachNginx(certificate: string): () => void {
  const { lookup } = dns;
  const trusted = tls.getCACertificates();
  dns.lookup = ((name: string, ...rest: [never, never]) =>
    lookup(name === publicHost ? '127.0.0.1' : name, ...rest)) as typeof lookup;
  tls.setDefaultCACertificates([...trusted, readFileSync(certificate, 'utf8')]);
  return () => {
    dns.lookup = lookup;
    tls.setDefaultCACertificates(trusted);
  };
}
