import { join } from 'node:path';
import { addressVariable, callersOf, databaseOf, type Service } from '@rotamer/deploy/services.ts';
import { peerHash } from '@rotamer/kit/grpc/peers.ts';
import { type DataPaths, knownAnswers, repository } from '../folder/paths.ts';
import type { Secrets } from './secrets.ts';

/** The settings shared by all services of a stack. */
export interface StackSetup {
  paths: DataPaths;
  /** Folders of the bundles to run, by service. */
  bundles: Record<string, string>;
  secrets: Secrets;
  /** The address at which users reach the first gateway. */
  publicUrl: string;
  /** The address at which this machine reaches the first gateway. */
  gatewayUrl: string;
  /** The address at which the gateways reach the console; undefined without one. */
  consoleUrl?: string;
  /** Whether only this machine reaches the stack, so that its user may sign in by a printed link. */
  localLinks: boolean;
  /** URL of a database on the stack's PostgreSQL server. */
  databaseUrl(database: string): string;
  /** Settings with which services reach the bus and the blob store. */
  bus: Record<string, string>;
  blobs: Record<string, string>;
  /** gRPC addresses of the replicas of each service. */
  addresses: Record<string, string[]>;
  /** Prints a warning to the terminal. */
  warn(line: string): void;
  /** Exporter settings, when the stack itself shows traces. */
  traces?: Record<string, string>;
}

/** Settings passed only to services that use the bus or the blob store. */
const neighbourSetting = /^ROTAMER_(BUS|KAFKA|BLOBS|S3)_/;

/** Compile cache, kept between starts: a service starts in 0.7 s of CPU time instead of 1.2 s (measured, gateway). */
const compileCache = join(repository, 'node_modules', '.cache', 'node');

/**
 * Node's own size of the young generation on a large machine. V8 would choose less in a small container. With 4 MB and 64 clients, a
 * third of it was copied at each collection, every 20 ms, because the clients' requests were in flight. 16 MB take 9 % less CPU
 * time for the whole life of a job, and no more memory at rest (measured).
 */
export const youngGeneration = '--max-semi-space-size=16';

/** The addresses of one process. A service that is never called has no gRPC address. */
export interface Replica {
  grpc?: string;
  http?: string;
  /** Where Prometheus reads it, with `--observe`. */
  metrics?: string;
}

/** Settings that the stack chooses unless the user has set them. */
const CHOSEN = [
  'ROTAMER_SHARE_SECRET',
  'ROTAMER_LEASE_SECRET',
  'ROTAMER_WEBHOOK_SECRET',
  'ROTAMER_MAIL_DIR',
  'ROTAMER_ANSWERS_DIR',
  'ROTAMER_DATASETS',
  'ROTAMER_CONSOLE_URL',
  'ROTAMER_SAMPLE_JOB',
  'ROTAMER_MAX_GATEWAYS',
  'NODE_COMPILE_CACHE',
];

/**
 * Returns the environment of one process: our own environment (log level, proxies, …), and the settings that the service's row in
 * deploy/services.ts requires. A secret of the user goes only to the services that need it.
 */
export function serviceEnvironment(row: Service, replica: Replica, setup: StackSetup): Record<string, string> {
  const { secrets, addresses } = setup;
  const ours: Record<string, string | undefined> = {
    ROTAMER_POSTGRES_URL: row.database ? setup.databaseUrl(databaseOf(row.name)) : undefined,
    ...(row.bus ? setup.bus : {}),
    ...(row.blobs === true ? setup.blobs : {}),
    ROTAMER_BLOBS_DIR: row.blobs ? setup.blobs.ROTAMER_BLOBS_DIR : undefined,
    ROTAMER_SHARE_SECRET: row.shares && secrets.share,
    ROTAMER_LEASE_SECRET: row.leases && secrets.lease,
    ROTAMER_WEBHOOK_SECRET: row.webhooks && secrets.webhook,
    ROTAMER_MAIL_DIR: row.mails && setup.paths.mail,
    ROTAMER_ANSWERS_DIR: knownAnswers,
    ROTAMER_DATASETS: row.datasets && setup.paths.datasets,
    ROTAMER_PUBLIC_URL: setup.publicUrl,
    ROTAMER_LISTEN: replica.grpc,
    ROTAMER_HTTP_LISTEN: replica.http,
    ROTAMER_METRICS_LISTEN: replica.metrics,
    ROTAMER_GATEWAY_URL: row.gateway && setup.gatewayUrl,
    ROTAMER_CONSOLE_URL: row.name === 'gateway' ? setup.consoleUrl : undefined,
    ROTAMER_SAMPLE_JOB: replica.http && setup.paths.sampleJob,
    ROTAMER_MAX_GATEWAYS: replica.http && String(addresses.gateway!.length),
    ROTAMER_LOCAL_LINKS: replica.http && setup.localLinks ? 'true' : undefined,
    ROTAMER_SERVICE_TOKEN: secrets.tokens[row.name],
    ROTAMER_CALLERS: row.grpc ? callers(row.name, secrets) : undefined,
    ...setup.traces,
    NODE_COMPILE_CACHE: compileCache,
    // Of repeated options, Node uses the last one.
    NODE_OPTIONS: [youngGeneration, process.env.NODE_OPTIONS].filter(Boolean).join(' '),
    ...Object.fromEntries(row.calls.map((peer) => [addressVariable(peer), addresses[peer]?.join(',')])),
  };
  for (const name of CHOSEN) if (ours[name] !== undefined && process.env[name]) ours[name] = process.env[name];
  const inherited = Object.entries(process.env).filter(([name]) => !neighbourSetting.test(name));
  const all = { ...Object.fromEntries(inherited), ...ours };
  return Object.fromEntries(Object.entries(all).filter((entry): entry is [string, string] => entry[1] !== undefined));
}

function callers(service: string, secrets: Secrets): string {
  return callersOf(service)
    .map((name) => `${name}:${peerHash(secrets.tokens[name] ?? '')}`)
    .join(',');
}
