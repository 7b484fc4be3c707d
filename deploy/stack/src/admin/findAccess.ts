import { existsSync } from 'node:fs';
import { dataPaths } from '../folder/paths.ts';
import { readStackFile } from '../folder/stackFile.ts';
import { readSecrets } from '../settings/secrets.ts';
import { addressVariable } from '../settings/serviceEnvironment.ts';
import type { OperatorAccess } from './clients.ts';

/** Nothing to call was found; the message says how to name it. */
export class NoAccess extends Error {}

/**
 * Where to call: the cluster that ROTAMER_SERVICE_TOKEN and the addresses of its services name, or else the stack that
 * runs on the data folder.
 */
export function findAccess(dataDir: string, env: NodeJS.ProcessEnv): OperatorAccess {
  return env.ROTAMER_SERVICE_TOKEN ? ofCluster(env.ROTAMER_SERVICE_TOKEN, env) : ofStack(dataDir);
}

function ofCluster(token: string, env: NodeJS.ProcessEnv): OperatorAccess {
  const addressOf = (service: string) => {
    const variable = addressVariable(service);
    const address = env[variable];
    if (!address) throw new NoAccess(`With ROTAMER_SERVICE_TOKEN, set ${variable} too (host:port).`);
    return address;
  };
  return {
    billing: addressOf('billing'),
    files: addressOf('files'),
    jobs: addressOf('jobs'),
    gateway: addressOf('gateway'),
    token,
  };
}

function ofStack(dataDir: string): OperatorAccess {
  const paths = dataPaths(dataDir);
  const services = readStackFile(paths.stackFile)?.services;
  if (!services || !existsSync(paths.secrets)) {
    throw new NoAccess(
      `No stack runs on ${paths.root}. Start one with npm start, name its folder with --data, ` +
        'or set ROTAMER_SERVICE_TOKEN and the addresses of a cluster.',
    );
  }
  const addresses = (name: string) => (services[name] ?? []).map(({ address }) => address).join(',');
  return {
    billing: addresses('billing'),
    files: addresses('files'),
    jobs: addresses('jobs'),
    gateway: addresses('gateway'),
    token: readSecrets(paths.secrets).tokens.operator!,
  };
}
