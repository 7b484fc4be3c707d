import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { services } from '@rotamer/deploy/services.ts';
import { makeAuthority } from '@rotamer/neighbours/authority.ts';
import { namespace, toolNamespace } from './cluster.ts';
import { apply } from './prepare.ts';

/** Creates the Secrets that `tls.mode: secrets` names with openssl, as an operator without cert-manager would. */
export async function makeTlsSecrets(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'rotamer-tls-'));
  try {
    const authority = await makeAuthority(folder);
    const read = (path: string) => readFileSync(path, 'utf8');
    const secrets: object[] = [];
    for (const name of [...services.map((service) => service.name), 'operator', 'attempt']) {
      const names = [name, `${name}.${namespace}.svc`, `${name}.${namespace}.svc.cluster.local`];
      const { cert, key } = await authority.issue({ names: names.map((one) => `DNS:${one}`) });
      secrets.push({
        apiVersion: 'v1',
        kind: 'Secret',
        metadata: { name: `${name}-grpc-tls`, namespace: name === 'attempt' ? toolNamespace : namespace },
        stringData: { 'tls.crt': read(cert), 'tls.key': read(key), 'ca.crt': read(authority.ca) },
      });
    }
    await apply({ apiVersion: 'v1', kind: 'List', items: secrets });
  } finally {
    rmSync(folder, { recursive: true });
  }
}
