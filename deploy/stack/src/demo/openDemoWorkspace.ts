import { keyCreate, userCreate } from '../admin/accessCommands.ts';
import { type Clients, openClients } from '../admin/clients.ts';
import { workspaceCreate } from '../admin/workspaceCommands.ts';
import { type Secrets, saveSecrets } from '../settings/secrets.ts';
import { createApi } from './api.ts';
import { seedWorkflows } from './seedWorkflows.ts';

const SEEDING_MS = 60_000;

const scopes = 'jobs:read,jobs:write,files:read,files:write,projects:read,projects:write';

/**
 * The API key of the demo workspace. The workspace is created on the first start, and again when the gateway no longer
 * knows the saved key (the database was emptied). It has the workflows that run on any machine.
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
    const apiKey = known ?? (await createDemoWorkspace(clients));
    if (!known) saveSecrets(secretsFile, { ...secrets, apiKey });
    await seedWorkflows(createApi(baseUrl, apiKey, AbortSignal.timeout(SEEDING_MS)), clients);
    return apiKey;
  } finally {
    clients.close();
  }
}

async function createDemoWorkspace(clients: Clients): Promise<string> {
  const workspace = await idOf(
    workspaceCreate.run({ name: 'demo', plan: 'COMMERCIAL_TEAM', credits: '10000' }, clients),
  );
  const user = await idOf(userCreate.run({ workspace, email: 'demo@rotamer.example', role: 'owner' }, clients));
  const { key } = (await keyCreate.run({ workspace, user, scopes }, clients)) as { key: string };
  return key;
}

async function idOf(answer: Promise<object>): Promise<string> {
  return ((await answer) as { id: string }).id;
}

async function isKnown(baseUrl: string, apiKey: string): Promise<boolean> {
  const answer = await fetch(`${baseUrl}/api/v1/account`, { headers: { authorization: `Bearer ${apiKey}` } });
  return answer.status !== 401;
}
