import { openClients } from '../admin/clients.ts';
import { createFirstKey, type FirstWorkspace } from '../admin/createFirstKey.ts';
import { type Secrets, saveSecrets } from '../settings/secrets.ts';
import { createApi } from './api.ts';
import { everywhere, seedWorkflows } from './seedWorkflows.ts';

const SEEDING_MS = 60_000;

const demo: FirstWorkspace = {
  workspace: 'demo',
  plan: 'COMMERCIAL_TEAM',
  credits: '10000',
  email: 'demo@rotamer.example',
  // The key is that of the person at this machine, who tries members, keys and budgets with it too.
  scopes: 'all',
};

/**
 * Returns the API key of the demo workspace. Creates the workspace on the first start, and again when the gateway no longer knows
 * the saved key, because the database was emptied. Publishes the workflows that run on any machine.
 */
export async function openDemoWorkspace(
  baseUrl: string,
  addresses: Record<string, string[]>,
  secrets: Secrets,
  secretsFile: string,
): Promise<string> {
  const clients = openClients({ addresses, token: secrets.tokens.operator! });
  try {
    const known = secrets.apiKey && (await isKnown(baseUrl, secrets.apiKey)) ? secrets.apiKey : undefined;
    const apiKey = known ?? (await createFirstKey(demo, clients)).key;
    if (!known) saveSecrets(secretsFile, { ...secrets, apiKey });
    await seedWorkflows(createApi(baseUrl, apiKey, AbortSignal.timeout(SEEDING_MS)), clients, everywhere);
    return apiKey;
  } finally {
    clients.close();
  }
}

async function isKnown(baseUrl: string, apiKey: string): Promise<boolean> {
  const answer = await fetch(`${baseUrl}/api/v1/account`, { headers: { authorization: `Bearer ${apiKey}` } });
  return answer.status !== 401;
}
