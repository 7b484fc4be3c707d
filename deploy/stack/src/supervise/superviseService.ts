import { setTimeout as sleep } from 'node:timers/promises';
import { launchService, type ServiceSpec } from './launchService.ts';

/** A service process that is restarted whenever it exits. */
export interface SupervisedService {
  name: string;
  pid(): number;
  /** Drains it; resolves when it has exited. */
  stop(): Promise<void>;
  /** Kills it. */
  kill(): void;
}

export interface SupervisorEvents {
  /** Called when the process exited unexpectedly and will be restarted. */
  died(name: string, how: string): void;
  /** Called when a new process has replaced one that exited, and is ready. */
  restarted(name: string): void;
}

/** Delays before the first, second, … restart in a row. */
const backoffMs = [200, 500, 1000, 2000];

/** A process that ran this long was healthy, so the backoff is reset. */
const healthyAfterMs = 10_000;

/** Longer than a service's own drain timeout of 25 s. */
const drainMs = 30_000;

/**
 * Starts a service and restarts it until it is stopped.
 *
 * @throws when its first process exits before it was ready, because a restart would not help.
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
      if (performance.now() - since > healthyAfterMs) deaths = 0;
      events.died(spec.name, how);
      await sleep(backoffMs[Math.min(deaths, backoffMs.length - 1)]);
      if (stopping) return;
      current = launchService(spec);
      current.ready.then(
        () => events.restarted(spec.name),
        () => {}, // it exited again: the loop handles it
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
