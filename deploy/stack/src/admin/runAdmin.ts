import { randomUUID } from 'node:crypto';
import { blobAccess } from '@rotamer/kit/blobs/blobAccess.ts';
import { openBlobs } from '@rotamer/kit/blobs/openBlobs.ts';
import { choosesS3, s3Config } from '@rotamer/kit/blobs/s3Config.ts';
import { toFault } from '@rotamer/kit/errors/fault.ts';
import { loadConfig } from '@rotamer/kit/process/config.ts';
import { Type } from 'typebox';
import { dataPaths, defaultDataDir } from '../folder/paths.ts';
import { openClients } from './clients.ts';
import type { ProvisionCommand } from './command.ts';
import { findAccess, NoAccess } from './findAccess.ts';
import { type Call, parseCall, usage } from './parseCall.ts';
import { recordCommand } from './recordCommand.ts';
import { WrongCall } from './values.ts';

/** The outcome of an admin command line. */
export interface AdminAnswer {
  /** 0: success; 1: rejected, or a problem was found; 2: usage error. */
  exitCode: number;
  /** Whether the command succeeded. Its text is then the result, for stdout; else an error, for stderr. */
  done: boolean;
  text: string;
}

/** Runs one admin command line with these environment variables; never throws. */
export async function runAdmin(args: string[], env: NodeJS.ProcessEnv): Promise<AdminAnswer> {
  if (args.includes('--help')) return { exitCode: 0, done: true, text: usage() };
  try {
    const call = parseCall(args);
    const answer = await perform(call, env);
    const text = call.json ? JSON.stringify(answer) : forHumans(answer);
    return { exitCode: call.command.isBad?.(answer) ? 1 : 0, done: true, text };
  } catch (error) {
    const text = JSON.stringify({ error: describe(error) });
    return { exitCode: error instanceof WrongCall ? 2 : 1, done: false, text };
  }
}

async function perform({ command, options, dataDir }: Call, env: NodeJS.ProcessEnv): Promise<object> {
  if ('provision' in command) return provision(command, options, env);
  const folder = dataDir ?? defaultDataDir;
  const clients = openClients(findAccess(folder, env));
  try {
    const datasets = env.ROTAMER_DATASETS || dataPaths(folder).datasets;
    const run = () => command.run(options, clients, () => openStore(folder, env), datasets);
    return await (command.isRead ? run() : recordCommand(command.name, options, clients, run));
  } finally {
    clients.close();
  }
}

/** Opens the blob store named by ROTAMER_S3_*, else the folder of a stack. */
function openStore(dataDir: string, env: NodeJS.ProcessEnv) {
  const settings = loadConfig(Type.Object(s3Config), env);
  if (choosesS3(settings)) return openBlobs({ ...settings, publicUrl: '' }, blobAccess.operator);
  // Admin commands sign no URLs, so any secret works.
  const folder = { blobsDir: dataPaths(dataDir).blobs, blobsSecret: randomUUID(), publicUrl: '' };
  return openBlobs(folder, blobAccess.operator);
}

/** Runs a provision command. Its Kafka or S3 errors are shown to the operator, unlike internal errors of a service. */
async function provision(command: ProvisionCommand, options: Record<string, string>, env: NodeJS.ProcessEnv) {
  try {
    return await command.provision(options, env);
  } catch (error) {
    throw error instanceof WrongCall ? error : new NoAccess((error as Error).message, { cause: error });
  }
}

/** Formats a result as one line for each field. An item of a list has a line for each of its fields, after a line with its name. */
export function forHumans(answer: object): string {
  const width = Math.max(...Object.keys(answer).map((name) => name.length));
  const show = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value));
  return Object.entries(answer)
    .map(([name, value]) => {
      if (!isList(value)) return `${name.padEnd(width)}  ${show(value)}`;
      return [`${name} (${value.length})`, ...value.map((item) => indent(forHumans(item)))].join('\n');
    })
    .join('\n');
}

function isList(value: unknown): value is object[] {
  return Array.isArray(value) && value.length > 0 && value.every((item) => typeof item === 'object' && item !== null);
}

function indent(text: string): string {
  return text.replaceAll(/^/gm, '  ').replace(/^ {2}/, '- ');
}

function describe(error: unknown): object {
  if (error instanceof WrongCall) return { code: 'wrong_call', message: error.message };
  if (error instanceof NoAccess) return { code: 'no_access', message: error.message };
  const { code, message, resolution, details } = toFault(error);
  return { code, message, resolution, details };
}
