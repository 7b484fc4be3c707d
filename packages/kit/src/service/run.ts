import { releaseClosedStreams } from '../process/closedStreams.ts';
import { countExternalMemory } from '../process/externalMemory.ts';
import { createLog, type Logger } from '../process/log.ts';
import { serveHealth } from '../process/serveHealth.ts';
import { startTelemetry } from '../telemetry/startTelemetry.ts';

/** Registers the started parts of a service, which stop in reverse order. */
export interface Lifetime {
  /** Name of the service. */
  service: string;
  log: Logger;
  /** Registers how to stop the part that was just started. */
  onStop(name: string, stop: () => Promise<unknown> | unknown): void;
}

/** Drain timeout, after which the process exits. Shorter than Kubernetes' grace period of 40 s. */
const DRAIN_MS = 25_000;

/**
 * Runs the lifecycle of a service process: starts it, notifies a parent process that it is ready, and drains it on SIGTERM,
 * SIGINT or when the parent is gone. A failed start or an unexpected error exits with code 1.
 */
export async function run(
  service: string,
  start: (life: Lifetime) => Promise<void>,
  drainMs = DRAIN_MS,
): Promise<void> {
  const log = createLog(service, process.env.ROTAMER_LOG_LEVEL ?? 'info');
  const stops: { name: string; stop: () => Promise<unknown> | unknown }[] = [];
  let stopping = false;
  let started = false;

  async function end(reason: string, code: number): Promise<void> {
    if (stopping) return;
    stopping = true;
    log.info({ reason }, 'stopping');
    const deadline = setTimeout(() => {
      log.error('not drained in time');
      process.exit(1);
    }, drainMs);
    for (const { name, stop } of stops.reverse()) {
      await Promise.resolve()
        .then(stop)
        .catch((error) => log.error({ err: error, part: name }, 'could not stop'));
    }
    clearTimeout(deadline);
    log.info('stopped');
    process.exit(code);
  }

  process.on('SIGTERM', () => void end('SIGTERM', 0));
  process.on('SIGINT', () => void end('SIGINT', 0));
  process.on('disconnect', () => void end('parent gone', 0));
  // `connected` is undefined without a parent. It is false when the parent exited while the modules were loading.
  if (process.connected === false) await end('parent gone', 0);
  // Node's own listener would write lines that are not JSON.
  process.removeAllListeners('warning');
  process.on('warning', (warning) => log.warn({ err: warning }, 'warning'));
  process.on('uncaughtException', (error) => {
    log.fatal({ err: error }, 'uncaught exception');
    void end('uncaught exception', 1);
  });
  process.on('unhandledRejection', (error) => {
    log.fatal({ err: error }, 'unhandled rejection');
    void end('unhandled rejection', 1);
  });

  try {
    countExternalMemory();
    releaseClosedStreams();
    const health = process.env.ROTAMER_HEALTH_LISTEN;
    if (health) await serveHealth(health, () => started && !stopping, log);
    // Registered first, so that telemetry stops last and records the shutdown of all other parts.
    const telemetry = await startTelemetry(service, log);
    stops.push({ name: 'telemetry', stop: telemetry.stop });
    await start({ service, log, onStop: (name, stop) => stops.push({ name, stop }) });
    started = true;
    log.info('ready');
    // A parent that exits at this moment is reported by 'disconnect', so errors of `send` are ignored.
    if (process.connected) process.send!({ ready: true }, undefined, undefined, () => {});
  } catch (error) {
    log.fatal({ err: error }, 'could not start');
    await end('could not start', 1);
  }
}
