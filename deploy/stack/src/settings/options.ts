import { parseArgs } from 'node:util';
import { services } from '@rotamer/deploy/services.ts';
import { defaultDataDir } from '../folder/paths.ts';

/** The options of `npm start`. */
export interface StackOptions {
  /** The data folder. */
  dataDir: string;
  /** HTTP port of the first gateway. 0 picks a free port; undefined prefers 8080. */
  port?: number;
  /** Start with an empty data folder. */
  fresh: boolean;
  /** Apache Kafka and an S3 server instead of the PostgreSQL bus and the folder of blobs. */
  real: boolean;
  /** Print the trace of each submission, with the time of each part. */
  traces?: boolean;
  /** Start Prometheus on all services, and serve the dashboards. */
  observe?: boolean;
  /** Processes per service, one by default. */
  replicas: Record<string, number>;
}

/** An invalid command line; the message includes the usage. */
export class UsageError extends Error {}

const others = services.map(({ replicas }) => replicas).filter((flag) => flag !== 'gateways');

export const usage = `npm start -- [options]

  --port N       HTTP port of the first gateway (default 8080, or a free one if it is in use; 0: any free one)
  --data DIR     data folder (default .rotamer)
  --fresh        delete all data in the data folder and start empty
  --real         also start Apache Kafka and an S3 server (needs Java 17 or later, Maven and Go)
  --traces       print where the milliseconds of each submission went
  --observe      also start Prometheus, and show dashboards of requests, queue, runners and money (needs prometheus)
  --gateways N   processes of the gateway; also ${others.map((flag) => `--${flag} N`).join(', ')}
                 --compat 0: without the protocols of other services; --console 0: without its pages, which leaves the API, /docs and signing in`;

/** Parses the command line of `npm start`. */
export function parseOptions(args: string[]): StackOptions {
  const { port, data, fresh = false, real = false, traces = false, observe = false, ...replicas } = parse(args);
  const count = (flag: string, text: string | undefined, least: number) => integer(flag, text ?? '1', least, 20);
  return {
    dataDir: data ?? defaultDataDir,
    port: port === undefined ? undefined : integer('--port', port, 0, 65_535),
    fresh,
    real,
    traces,
    observe,
    replicas: Object.fromEntries(
      services.map(({ name, replicas: flag, gateway }) => [
        name,
        // A service that only calls the public API can be left out.
        count(`--${flag}`, (replicas as Record<string, string>)[flag], gateway ? 0 : 1),
      ]),
    ),
  };
}

function parse(args: string[]) {
  const text = { type: 'string' } as const;
  const flag = { type: 'boolean' } as const;
  const replicas = Object.fromEntries(services.map(({ replicas: flag }) => [flag, text]));
  try {
    return parseArgs({
      args,
      options: { port: text, data: text, fresh: flag, real: flag, traces: flag, observe: flag, ...replicas },
    }).values;
  } catch (error) {
    throw new UsageError(`${(error as Error).message}\n\n${usage}`);
  }
}

function integer(flag: string, text: string, min: number, max: number): number {
  const value = Number(text);
  if (/^\d+$/.test(text) && value >= min && value <= max) return value;
  throw new UsageError(`${flag} must be a whole number from ${min} to ${max}, not '${text}'\n\n${usage}`);
}
