import pg from 'pg';
import { callSignal, whileWanted } from '../process/callSignal.ts';

/**
 * A pool whose connections serve a call only as long as its caller waits. When the caller leaves, the connection is closed
 * during its statement. PostgreSQL notices within `client_connection_check_interval` and cancels the statement. Unlike a
 * cancel request, this cannot hit the statement of another call, and needs no free connection.
 */
export class CallPool extends pg.Pool {
  override connect(): Promise<pg.PoolClient>;
  override connect(callback: ConnectCallback): void;
  override connect(callback?: ConnectCallback): Promise<pg.PoolClient> | undefined {
    const signal = callSignal();
    const client = signal ? checkOut(super.connect(), signal) : super.connect();
    if (!callback) return client;
    client.then(
      (connected) => callback(undefined, connected, connected.release),
      (error) => callback(error, undefined, () => {}),
    );
    return undefined;
  }
}

type ConnectCallback = Parameters<pg.Pool['connect']>[0];

/** Checks out a connection that is closed when the signal is aborted before the connection is released. */
async function checkOut(connecting: Promise<pg.PoolClient>, signal: AbortSignal): Promise<pg.PoolClient> {
  const client = await whileWanted(connecting, signal).catch((error) => {
    // The connection may still arrive after the caller has left.
    connecting.then(
      (late) => late.release(),
      () => {},
    );
    throw error;
  });
  const giveUp = () => void client.end().catch(() => {});
  signal.addEventListener('abort', giveUp);
  const { release } = client;
  // Named before it is assigned: see decisions.md, "Memory of a call".
  const giveBack = (error?: Error | boolean) => {
    signal.removeEventListener('abort', giveUp);
    release(error);
  };
  client.release = giveBack;
  return client;
}
