import { setTimeout as sleep } from 'node:timers/promises';
import { signal } from '@rotamer/neighbours/processes.ts';
import type { SupervisedService, SupervisorEvents } from './superviseService.ts';

/** What is known of a server process, whatever it serves. */
export interface ServerProcess {
  pid: number;
  port: number;
  /** Resolves when the process is no longer there. */
  gone: Promise<void>;
  stop(): Promise<void>;
}

/** A server of the stack's own, started again on the same port whenever it dies. */
export interface SupervisedServer<Server extends ServerProcess> extends SupervisedService {
  port: number;
  /** The process that was started first. */
  first: Server;
}

export interface ServerStart<Server extends ServerProcess> {
  name: string;
  /** Starts it; again, on the port that it had. */
  start(port?: number): Promise<Server>;
  /** What ends it at once, and all that it started. */
  killSignal: NodeJS.Signals;
}

/** Starts a server and keeps it alive until it is stopped. */
export async function superviseServer<Server extends ServerProcess>(
  { name, start, killSignal }: ServerStart<Server>,
  events: SupervisorEvents,
): Promise<SupervisedServer<Server>> {
  const first = await start();
  let server = first;
  let stopping = false;
  void keepAlive();

  async function keepAlive(): Promise<void> {
    for (;;) {
      await server.gone;
      if (stopping) return;
      events.died(name, 'its process is gone');
      try {
        server = await start(first.port);
        events.restarted(name);
      } catch (error) {
        events.died(name, (error as Error).message);
        await sleep(1000);
      }
    }
  }

  return {
    name,
    port: first.port,
    first,
    pid: () => server.pid,
    async stop() {
      stopping = true;
      await server.stop();
    },
    kill() {
      stopping = true;
      signal(server.pid, killSignal);
    },
  };
}
