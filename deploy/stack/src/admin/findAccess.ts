import { existsSync } from 'node:fs';
import { addressVariable, services as allServices } from '@rotamer/deploy/services.ts';
import { dataPaths } from '../folder/paths.ts';
import { readStackFile } from '../folder/stackFile.ts';
import { readSecrets } from '../settings/secrets.ts';
import type { OperatorAccess } from './clients.ts';

const operated = allServices.filter((service) => service.operated);

/** Neither a stack nor a cluster was found to call. The message says how to configure one. */
export class NoAccess extends Error {}

/**
 * Returns the access to the cluster configured by ROTAMER_SERVICE_TOKEN and the addresses of its services. Without that it is the
 * access to the stack that runs on the data folder.
 */
export function findAccess(dataDir: string, env: NodeJS.ProcessEnv): OperatorAccess {
  return env.ROTAMER_SERVICE_TOKEN ? ofCluster(env.ROTAMER_SERVICE_TOKEN, env) : ofStack(dataDir);
}

function ofCluster(token: string, env: NodeJS.ProcessEnv): OperatorAccess {
  const addresses = addressesOf((name) => env[addressVariable(name)]?.split(','));
  if (Object.values(addresses).every(({ length }) => length > 0)) return { addresses, token };
  const variables = Object.keys(addresses).map(addressVariable);
  throw new NoAccess(`With ROTAMER_SERVICE_TOKEN, set ${new Intl.ListFormat('en').format(variables)} too (host:port).`);
}

function ofStack(dataDir: string): OperatorAccess {
  const paths = dataPaths(dataDir);
  const services = readStackFile(paths.stackFile)?.services;
  if (!services || !existsSync(paths.secrets)) {
    throw new NoAccess(
      `No stack is running on ${paths.root}. Start one with npm start, name its folder with --data, ` +
        'or set ROTAMER_SERVICE_TOKEN and the addresses of a cluster.',
    );
  }
  const addresses = addressesOf((name) => services[name]?.flatMap(({ address }) => address ?? []));
  return { addresses, token: readSecrets(paths.secrets).tokens.operator! };
}

/** The addresses of each service with operator RPCs. */
function addressesOf(find: (service: string) => string[] | undefined): Record<string, string[]> {
  return Object.fromEntries(operated.map(({ name }) => [name, find(name) ?? []]));
}
