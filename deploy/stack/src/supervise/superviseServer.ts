import { setTimeout as sleep } from 'node:timers/promises';
import { signal } from '@rotamer/neighbours/processes.ts';
import type { SupervisedService, SupervisorEvents } from './superviseService.ts';

/** A server process of any kind. */
export interface ServerProcess {
  pid: number;
  port: number;
  /** Resolves when the process has exited. */
  gone: Promise<void>;
  stop(): Promise<void>;
}

/** A server run by the stack, restarted on the same port whenever it exits. */
export interface SupervisedServer<Server extends ServerProcess> extends SupervisedService {
  port: number;
  /** The process that was started first. */
  first: Server;
}

export interface ServerStart<Server extends ServerProcess> {
  name: string;
  /** Starts the server. A restart passes the previous port. */
  start(port?: number): Promise<Server>;
  /** The signal that kills it with its child processes. */
  killSignal: NodeJS.Signals;
}

/** Starts a server and restarts it until it is stopped. */
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
      events.died(name, 'process gone');
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
