import { existsSync } from 'node:fs';
import { dataPaths } from '../folder/paths.ts';
import { readStackFile } from '../folder/stackFile.ts';
import { readSecrets } from '../settings/secrets.ts';
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
  const { ROTAMER_BILLING_ADDRESS: billing, ROTAMER_FILES_ADDRESS: files, ROTAMER_GATEWAY_ADDRESS: gateway } = env;
  if (billing && files && gateway) return { billing, files, gateway, token };
  throw new NoAccess(
    'With ROTAMER_SERVICE_TOKEN, set ROTAMER_BILLING_ADDRESS, ROTAMER_FILES_ADDRESS and ROTAMER_GATEWAY_ADDRESS too ' +
      '(host:port).',
  );
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
    gateway: addresses('gateway'),
    token: readSecrets(paths.secrets).tokens.operator!,
  };
}
