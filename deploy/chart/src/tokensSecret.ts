// node deploy/chart/src/tokensSecret.ts [name]: prints the Secret of tokens that the chart expects, with random tokens.

import { randomBytes } from 'node:crypto';
import { peerHash } from '@rotamer/kit/grpc/peers.ts';
import { stringify } from 'yaml';
import { services } from '../../services.ts';

if (import.meta.main) process.stdout.write(stringify(tokensSecret(process.argv[2] ?? 'rotamer-tokens')));

/** Returns the manifest of the Secret `name`: a token of 160 random bits for each caller with its SHA-256, and the two secrets that sign. */
export function tokensSecret(name: string): object {
  const callers = ['attempt', 'operator', ...services.map((service) => service.name)];
  const data: Record<string, string> = {
    'lease-secret': randomToken(),
    'share-secret': randomToken(),
    'webhook-secret': randomToken(),
  };
  for (const caller of callers) {
    const token = randomToken();
    data[`${caller}-token`] = token;
    data[`${caller}-token-sha256`] = peerHash(token);
  }
  return { apiVersion: 'v1', kind: 'Secret', metadata: { name }, type: 'Opaque', stringData: data };
}

function randomToken(): string {
  return randomBytes(20).toString('hex');
}
