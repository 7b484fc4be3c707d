import { setTimeout as sleep } from 'node:timers/promises';
import { launchService, type ServiceSpec } from './launchService.ts';

/** A service process that is started again whenever it dies. */
export interface SupervisedService {
  name: string;
  pid(): number;
  /** Drains it; resolves when it is gone. */
  stop(): Promise<void>;
  /** Ends it at once. */
  kill(): void;
}

export interface SupervisorEvents {
  /** It died by itself, and will be started again. */
  died(name: string, how: string): void;
  /** A new process is ready in the place of one that died. */
  restarted(name: string): void;
}

/** Waits before the first, second, … restart in a row. */
const backoffMs = [200, 500, 1000, 2000];

/** A process that lived this long was well: its death begins a new row. */
const wellAfterMs = 10_000;

/** Services give themselves 25 s to drain. */
const drainMs = 30_000;

/**
 * Starts a service and keeps it alive until it is stopped.
 *
 * @throws when its first process ends before it was ready: then something is wrong that a restart does not mend.
 */
export async function superviseService(spec: ServiceSpec, events: SupervisorEvents): Promise<SupervisedService> {
  let current = launchService(spec);
  let stopping = false;
  await current.ready;
  void keepAlive();

  async function keepAlive(): Promise<void> {
    for (let deaths = 0; ; deaths += 1) {
      const since = performance.now();
      const how = await current.ended;
      if (stopping) return;
      if (performance.now() - since > wellAfterMs) deaths = 0;
      events.died(spec.name, how);
      await sleep(backoffMs[Math.min(deaths, backoffMs.length - 1)]);
      if (stopping) return;
      current = launchService(spec);
      current.ready.then(
        () => events.restarted(spec.name),
        () => {}, // it ended again: the loop sees it
      );
    }
  }

  return {
    name: spec.name,
    pid: () => current.pid,
    async stop() {
      stopping = true;
      current.signal('SIGTERM');
      const deadline = setTimeout(() => current.signal('SIGKILL'), drainMs);
      await current.ended;
      clearTimeout(deadline);
    },
    kill() {
      stopping = true;
      current.signal('SIGKILL');
    },
  };
}
