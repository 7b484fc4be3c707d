import { randomUUID } from 'node:crypto';
import { inject } from 'vitest';
import { type Admin, createAdmin } from './admin.ts';
import { type Client, createClient } from './client.ts';
import { type Contract, loadContract } from './contract.ts';
import { type Account, milli } from './resources.ts';

export type Role = 'owner' | 'admin' | 'member' | 'viewer';

export interface Limits {
  'concurrent-jobs'?: number;
  'jobs-per-day'?: number;
  'storage-bytes'?: number;
  'requests-per-minute'?: number;
}

export interface WorkspaceOptions {
  plan?: 'FREE' | 'PRO' | 'COMMERCIAL_TEAM';
  credits?: number;
  limits?: Limits;
}

export interface KeyOptions {
  role?: Role;
  scopes?: string[];
  /** `5s`, `12h`, `30d` or an ISO date. */
  expires?: string;
}

export interface Key {
  id: string;
  key: string;
  prefix: string;
}

/** A workspace for one story, so that concurrent stories can check credits. */
export interface Workspace {
  id: string;
  admin: Admin;
  /** A client with a key of the owner that has all scopes. */
  client: Client;
  key: Key;
  newKey(options?: KeyOptions): Promise<Key>;
  /** Returns a client with this key, which may be any text, or without a key. */
  clientWith(key: string | undefined): Client;
  /** Returns the credits that can be spent now, in millicredits. */
  available(): Promise<number>;
}

/** The stack to create a workspace on. */
export interface Place {
  baseUrl: string;
  dataDir: string;
  /** Whether clients wait and retry while services are unavailable. */
  patient?: boolean;
}

let sharedContract: Promise<Contract> | undefined;

/** Creates a workspace on the stack that all stories share. */
export async function newWorkspace(options?: WorkspaceOptions): Promise<Workspace> {
  const place = inject('stack');
  sharedContract ??= loadContract(place.baseUrl);
  return newWorkspaceOn(place, await sharedContract, options);
}

/** Creates a workspace on any stack. */
export async function newWorkspaceOn(
  place: Place,
  contract: Contract,
  { plan = 'COMMERCIAL_TEAM', credits = 1_000, limits }: WorkspaceOptions = {},
): Promise<Workspace> {
  const admin = createAdmin(place.dataDir);
  const { id } = await admin.command('workspace create', { name: 'e2e', plan, credits });
  const [key] = await Promise.all([
    createKey(admin, id),
    limits && admin.command('workspace set-limits', { workspace: id, ...limits }),
  ]);
  return openWorkspace(place, contract, { id, key });
}

/** Opens an existing workspace with a key of its owner. */
export function openWorkspace(
  { baseUrl, dataDir, patient }: Place,
  contract: Contract,
  { id, key }: Pick<Workspace, 'id' | 'key'>,
): Workspace {
  const admin = createAdmin(dataDir);
  const clientWith = (text: string | undefined) => createClient({ baseUrl, contract, key: text, patient });
  const client = clientWith(key.key);
  return {
    id,
    key,
    admin,
    client,
    clientWith,
    newKey: (options) => createKey(admin, id, options),
    async available() {
      return milli((await client.get<Account>('/account')).body.workspace.credits.available);
    },
  };
}

async function createKey(
  admin: Admin,
  workspace: string,
  { role = 'owner', scopes = ['all'], expires }: KeyOptions = {},
): Promise<Key> {
  const email = `${role}-${randomUUID()}@example.org`;
  const user = await admin.command('user create', { workspace, email, role });
  const rights = { scopes: scopes.join(), 'may-create-keys': 'yes', expires };
  return admin.command('key create', { workspace, user: user.id, ...rights });
}
