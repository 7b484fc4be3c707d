import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createGrpcClient } from '@rotamer/kit/grpc/client.ts';
import { LeasesDefinition, type Offer } from '@rotamer/proto/jobs/v1/leases.ts';
import { readStackFile } from '@rotamer/stack/folder/stackFile.ts';
import { readSecrets } from '@rotamer/stack/settings/secrets.ts';
import { contract } from '@rotamer/tools/protein-properties/tool.ts';

/** The tool of all submissions. Its price is fixed, so each job places a hold. */
export const OFFERS: Offer[] = [{ tool: contract.id, major: Number.parseInt(contract.version, 10) }];

/** Opens a client of the real lease API with the runner's token. It runs no tools. */
export function openLeases(dataDir: string) {
  const { tokens } = readSecrets(join(dataDir, 'secrets.json'));
  const { services } = readStackFile(join(dataDir, 'stack.json'))!;
  return createGrpcClient(LeasesDefinition, {
    address: services.jobs!.map(({ address }) => address).join(','),
    service: 'runner',
    token: tokens.runner!,
    timeoutMs: 30_000,
  });
}

/** Registers the tool without ever claiming a job, so that submitted jobs stay QUEUED. */
export function offerOnly(dataDir: string): { stop(): void } {
  const { client, close } = openLeases(dataDir);
  const announce = () => void client.announce({ runnerId: 'bench-idle', offers: OFFERS }).catch(() => {});
  announce();
  const timer = setInterval(announce, 4_000);
  return {
    stop() {
      clearInterval(timer);
      close();
    },
  };
}

const lysozyme = readFileSync(join(import.meta.dirname, '../../../tools/testdata/lysozyme.fasta'), 'utf8');

/** A small real job. */
export const jobRequest = jobOf(lysozyme);

/** The residues of one of its proteins. */
export const sequence = lysozyme.split('>')[1]!.split('\n').slice(1).join('');

/** A job with only that protein. */
export const oneSequence = jobOf(`>p\n${sequence}\n`);

function jobOf(content: string) {
  const input = {
    id: 'sequences',
    slotId: 'sequences',
    kind: 'protein',
    format: 'FASTA',
    source: { type: 'text' as const },
    content,
  };
  return { tool: contract.id, name: 'bench', input: { inputs: [input] } };
}
