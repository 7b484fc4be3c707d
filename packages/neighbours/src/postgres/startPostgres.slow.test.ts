import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { freePort } from '../freePort.ts';
import { type Postgres, startPostgres } from './startPostgres.ts';

let dataDir: string;
let server: Postgres | undefined;

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'rotamer-postgres-'));
});

afterEach(async () => {
  await server?.stop();
  rmSync(dataDir, { recursive: true });
});

async function start(port?: number): Promise<Postgres> {
  server = await startPostgres({ dataDir, port, databases: ['proteins'], settings: { fsync: 'off' } });
  return server;
}

async function query(url: string, sql: string): Promise<unknown[]> {
  const client = new pg.Client(url);
  client.on('error', () => {});
  await client.connect();
  const { rows } = await client.query(sql);
  await client.end();
  return rows;
}

/** Starts a server from a launcher that is then killed. Returns the pid of the server, which keeps running. */
async function startInKilledProcess(): Promise<number> {
  const script = `
    const { startPostgres } = await import(${JSON.stringify(new URL('startPostgres.ts', import.meta.url).href)});
    await startPostgres({ dataDir: ${JSON.stringify(dataDir)}, databases: [], settings: { fsync: 'off' } });
    process.kill(process.pid, 'SIGKILL');`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', script], { stdio: 'inherit' });
  const [, signal] = await once(child, 'exit');
  expect(signal).toBe('SIGKILL');
  return Number(readFileSync(join(dataDir, 'cluster', 'postmaster.pid'), 'utf8').split('\n')[0]);
}

describe('startPostgres', () => {
  it('keeps data, port and password over a restart', async () => {
    const first = await start();
    await query(first.url('proteins'), 'create table p (name text); insert into p values ($$lysozyme$$)');
    await first.stop();
    await first.gone;

    const second = await start();
    expect(second.url('proteins')).toBe(first.url('proteins'));
    expect(await query(second.url('proteins'), 'select name from p')).toEqual([{ name: 'lysozyme' }]);
  });

  it('refuses connections without the password, which only its owner may read', async () => {
    const { port } = await start();
    await expect(query(`postgresql://rotamer:guess@127.0.0.1:${port}/proteins`, 'select 1')).rejects.toThrow(
      'password authentication failed',
    );
    expect(statSync(join(dataDir, 'password')).mode & 0o777).toBe(0o600);
  });

  it('takes over the server that a killed launcher left behind', async () => {
    const orphan = await startInKilledProcess();
    expect((await start()).pid).toBe(orphan);
  });

  it('starts again after the server itself was killed', async () => {
    const killed = await start();
    process.kill(killed.pid, 'SIGKILL');
    await killed.gone;
    const second = await start();
    expect(second.pid).not.toBe(killed.pid);
    expect(await query(second.url('proteins'), 'select 1 as one')).toEqual([{ one: 1 }]);
  });

  it('repairs a pid file whose pid belongs to another program now', async () => {
    const first = await start();
    const pidFile = join(dataDir, 'cluster', 'postmaster.pid');
    const lines = readFileSync(pidFile, 'utf8').split('\n');
    await first.stop();
    const stranger = spawn(process.execPath, ['--eval', 'setInterval(() => {}, 1000)']);
    await once(stranger, 'spawn');
    writeFileSync(pidFile, [stranger.pid, ...lines.slice(1)].join('\n'), { mode: 0o600 });

    expect((await start()).pid).not.toBe(stranger.pid);
    expect(stranger.exitCode).toBeNull();
    stranger.kill();
  });

  it('fails when the requested port is taken', async () => {
    const port = await freePort();
    const other = createServer().listen(port, '127.0.0.1');
    await once(other, 'listening');
    await expect(start(port)).rejects.toThrow(`Port ${port} is in use`);
    other.close();
  });

  it('includes the server’s own messages when it does not start', async () => {
    const broken = startPostgres({ dataDir, databases: [], settings: { fsync: 'off', max_connections: 'many' } });
    await expect(broken).rejects.toThrow('invalid value for parameter "max_connections": "many"');
  });
});
