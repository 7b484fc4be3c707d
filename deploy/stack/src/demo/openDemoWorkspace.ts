import { openClients } from '../admin/clients.ts';
import { createFirstKey, type FirstWorkspace } from '../admin/createFirstKey.ts';
import { type Secrets, saveSecrets } from '../settings/secrets.ts';

const demo: FirstWorkspace = {
  workspace: 'demo',
  plan: 'COMMERCIAL_TEAM',
  credits: '10000',
  email: 'demo@rotamer.example',
};

/**
 * The API key of the demo workspace. The workspace is created on the first start, and again when the gateway no longer
 * knows the saved key (the database was emptied).
 */
export async function openDemoWorkspace(
  baseUrl: string,
  addresses: Record<string, string[]>,
  secrets: Secrets,
  secretsFile: string,
): Promise<string> {
  if (secrets.apiKey && (await isKnown(baseUrl, secrets.apiKey))) return secrets.apiKey;
  const clients = openClients({ addresses, token: secrets.tokens.operator! });
  try {
    const { key: apiKey } = await createFirstKey(demo, clients);
    saveSecrets(secretsFile, { ...secrets, apiKey });
    return apiKey;
  } finally {
    clients.close();
  }
}

async function isKnown(baseUrl: string, apiKey: string): Promise<boolean> {
  const answer = await fetch(`${baseUrl}/api/v1/account`, { headers: { authorization: `Bearer ${apiKey}` } });
  return answer.status !== 401;
}
