import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { keyCreate, userCreate } from '@rotamer/stack/admin/accessCommands.ts';
import { type Clients, openClients } from '@rotamer/stack/admin/clients.ts';
import { findAccess } from '@rotamer/stack/admin/findAccess.ts';
import { workspaceCreate, workspaceSetLimits } from '@rotamer/stack/admin/workspaceCommands.ts';
import { readStackFile, type StackFile } from '@rotamer/stack/folder/stackFile.ts';
import type { Stack } from '@rotamer/stack/stack.ts';
import { startStack } from '@rotamer/stack/startStack.ts';
import { type LoadGenerator, startLoadGenerator } from './load/loadGenerator.ts';
import { stopping } from './stopping.ts';

/** What every measure needs. */
export interface Bench {
  dataDir: string;
  load: LoadGenerator;
  /** Registers a cleanup function of the current measure. */
  onMeasured(stop: () => unknown): void;
  /** Ends the current measure and runs its cleanup. */
  endMeasure(): Promise<void>;
  stop(): Promise<void>;
}

/** The environment of most measures: a separate stack, and access to its parts. */
export interface World extends Bench {
  baseUrl: string;
  /** URL of one of the stack's databases, or of one created by a measure. */
  databaseUrl(database: string): string;
  services(): StackFile['services'];
  /** A workspace with practically unlimited limits. */
  newWorkspace(keys?: number): Promise<Workspace>;
  /** Publishes a workflow. Returns its id. */
  publish(workspaceId: string, definition: object): Promise<string>;
}

export interface Workspace {
  id: string;
  /** API keys with every scope that a measure needs. */
  keys: string[];
}

/** More than any measure needs. */
const LIMITS = {
  'concurrent-jobs': '100000000',
  'jobs-per-day': '100000000',
  'requests-per-minute': '100000000',
  'storage-bytes': '1000000000000',
};

/** Opens a bench without a stack. */
export function openBench(dataDir: string): Bench {
  const load = startLoadGenerator();
  const stops: (() => unknown)[] = [];

  async function endMeasure(): Promise<void> {
    for (const stop of stops.splice(0).reverse()) await stop();
  }

  return {
    dataDir,
    load,
    onMeasured: (stop) => void stops.push(stop),
    endMeasure,
    async stop() {
      await endMeasure();
      await load.stop();
    },
  };
}

/**
 * Starts a stack with one process per service and without a runner, so that submitted jobs use no CPU time. Measures
 * that need a runner start one. The stack is empty, unless `fresh` is false.
 */
export async function startWorld(dataDir: string, report: (line: string) => void, fresh = true): Promise<World> {
  const replicas = { runner: 0 };
  const { signal } = stopping;
  const stack = await startStack({ dataDir, port: 0, fresh, real: false, replicas, signal, report });
  const clients = openClients(findAccess(dataDir, {}));
  const bench = openBench(dataDir);
  const services = () => readStackFile(stack.paths.stackFile)!.services;

  return {
    ...bench,
    baseUrl: stack.baseUrl,
    databaseUrl: (database) => databaseUrl(stack, services(), database),
    services,
    newWorkspace: (keys) => newWorkspace(clients, keys),
    async publish(workspaceId, definition) {
      const request = { workspaceId, name: 'bench', definitionJson: JSON.stringify(definition) };
      return (await clients.workflows.publish(request)).workflowId;
    },
    async stop() {
      await bench.stop();
      clients.close();
      await stack.stop();
    },
  };
}

/** Opens a workspace with practically unlimited limits on the stack of a data folder. */
export async function openWorkspace(dataDir: string): Promise<Workspace> {
  const clients = openClients(findAccess(dataDir, {}));
  try {
    return await newWorkspace(clients);
  } finally {
    clients.close();
  }
}

async function newWorkspace(clients: Clients, keys = 1): Promise<Workspace> {
  const made = { name: 'bench', plan: 'COMMERCIAL_TEAM', credits: '1000000000' };
  const { id: workspace } = (await workspaceCreate.run(made, clients)) as { id: string };
  await workspaceSetLimits.run({ workspace, ...LIMITS }, clients);
  const member = { workspace, email: `${workspace}@bench.example`, role: 'owner' };
  const { id: user } = (await userCreate.run(member, clients)) as { id: string };
  const newKey = async () => {
    const scopes = 'jobs:read,jobs:write,files:read,files:write,projects:read,projects:write';
    const answer = await keyCreate.run({ workspace, user, scopes }, clients);
    return (answer as { key: string }).key;
  };
  return { id: workspace, keys: await Promise.all(Array.from({ length: keys }, newKey)) };
}

function databaseUrl({ paths }: Stack, services: StackFile['services'], database: string): string {
  const password = readFileSync(join(paths.postgres, 'password'), 'utf8').trim();
  return `postgres://rotamer:${password}@${services.postgres![0]!.address}/${database}`;
}
