import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort, isFree } from '@rotamer/neighbours/freePort.ts';
import { type Server, startServer } from '@rotamer/neighbours/startServer.ts';
import { missingTools } from '@rotamer/neighbours/toolchain.ts';
import { repository } from '../folder/paths.ts';
import { UsageError } from '../settings/options.ts';

/** A process that Prometheus reads, with the labels that the chart's pods have. */
export interface Target {
  service: string;
  pod: string;
  /** `host:port` of its metrics. */
  address: string;
}

export interface PrometheusOptions {
  /** Its data folder, an absolute path. Created if missing. */
  folder: string;
  logFile: string;
  /** A port on 127.0.0.1; by default 9090, or a free one when that is taken. */
  port?: number;
  targets: Target[];
}

/** Seconds between two readings: often enough that one sees a job, and little work. */
const INTERVAL = 5;

/** How long measurements are kept. */
const RETENTION = '7d';

/** Folder of the chart with alerts and dashboards, the same as in Kubernetes. */
export const chartFiles = join(repository, 'charts/rotamer/files');

/** @throws UsageError when this machine has no Prometheus */
export function requirePrometheus(): void {
  if (missingTools(['prometheus']).length > 0)
    throw new UsageError(
      '--observe needs the program prometheus: apt install prometheus, brew install prometheus, or another package of your system.',
    );
}

/** Starts Prometheus on loopback. It reads all services, and evaluates the chart's alerts. */
export async function startPrometheus({ folder, logFile, port, targets }: PrometheusOptions): Promise<Server> {
  const chosen = port ?? ((await isFree(9090)) ? 9090 : await freePort());
  const config = join(folder, 'prometheus.yml');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const runbooks = join(repository, 'deploy/runbooks');
  const alerts = readFileSync(join(chartFiles, 'alerts.yaml'), 'utf8').replaceAll('RUNBOOKS', runbooks);
  writeFileSync(join(folder, 'alerts.yaml'), alerts);
  writeFileSync(config, configOf(targets));
  return startServer({
    name: 'Prometheus',
    command: 'prometheus',
    args: [
      `--config.file=${config}`,
      `--storage.tsdb.path=${join(folder, 'data')}`,
      `--storage.tsdb.retention.time=${RETENTION}`,
      `--web.listen-address=127.0.0.1:${chosen}`,
    ],
    folder,
    logFile,
    port: chosen,
    answers: () => isReady(chosen),
  });
}

/** Returns the configuration of Prometheus, JSON being YAML too. `job` is the service and `pod` its process, as in Kubernetes. */
export function configOf(targets: Target[]): string {
  return JSON.stringify({
    global: { scrape_interval: `${INTERVAL}s`, evaluation_interval: '15s' },
    rule_files: ['alerts.yaml'],
    scrape_configs: [...new Set(targets.map(({ service }) => service))].map((service) => ({
      job_name: service,
      static_configs: targets
        .filter((target) => target.service === service)
        .map(({ pod, address }) => ({ targets: [address], labels: { pod } })),
    })),
  });
}

async function isReady(port: number): Promise<boolean> {
  const response = await fetch(`http://127.0.0.1:${port}/-/ready`).catch(() => undefined);
  return response?.ok ?? false;
}
