import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Postgres, startPostgres } from '@rotamer/neighbours/postgres/startPostgres.ts';
import { kill } from '@rotamer/test-support/processes.ts';
import { waitFor } from '@rotamer/test-support/waitFor.ts';
import pg from 'pg';
import { query } from './facts.ts';

/**
 * A PostgreSQL server with continuous archiving, backed up and restored as described in
 * https://www.postgresql.org/docs/18/continuous-archiving.html. Uses the low-level backup functions, because the
 * embedded server comes without pg_basebackup.
 */
export interface ArchivedPostgres {
  url(database: string): string;
  /** Copies the running server's files. Later changes are in the archive. */
  takeBaseBackup(): Promise<void>;
  /** Returns the present time of the server. Everything committed before the call is committed by that time. */
  now(): Promise<string>;
  /** Resolves when everything committed so far is in the archive. */
  archive(): Promise<void>;
  /** Stops the server, removes its data, and restores it from base backup and archive to its state at `moment`. */
  restore(moment: string): Promise<void>;
  stop(): Promise<void>;
}

/** Starts a server with archiving in an empty folder. */
export async function startArchivedPostgres(folder: string): Promise<ArchivedPostgres> {
  const archived = join(folder, 'archive');
  const base = join(folder, 'base');
  const dataDir = join(folder, 'postgres');
  const cluster = join(dataDir, 'cluster');
  // The archive is writable for all users, because the server may run as another user.
  mkdirSync(archived);
  chmodSync(archived, 0o777);
  const settings = { archive_mode: 'on', archive_command: `cp %p ${archived}/%f` };
  let server: Postgres = await startPostgres({ dataDir, databases: [], settings });
  const url = (database: string) => server.url(database);
  const ask = async (statement: string) => (await query(url('postgres'), [statement]))[0][0];

  return {
    url,
    async takeBaseBackup() {
      const session = new pg.Client({ connectionString: url('postgres') });
      await session.connect();
      await session.query(`select pg_backup_start('rehearsal', true)`);
      // `cp` may miss files that change or disappear during the copy. Recovery corrects the copy from the archive.
      execFileSync('sh', [
        '-c',
        `cp -a ${cluster} ${base} 2>/dev/null; rm -rf ${base}/postmaster.pid ${base}/pg_wal/*`,
      ]);
      const { rows } = await session.query('select labelfile from pg_backup_stop(true)');
      writeFileSync(join(base, 'backup_label'), rows[0].labelfile);
      await session.end();
    },
    now: async () => (await ask('select clock_timestamp()::text as now')).now,
    async archive() {
      const { file } = await ask('select pg_walfile_name(pg_switch_wal()) as file');
      const reached = `select last_archived_wal >= '${file}' as reached from pg_stat_archiver`;
      await waitFor('the log to be archived', async () => (await ask(reached)).reached === true, { everyMs: 50 });
    },
    async restore(moment) {
      // The server may have ended with the stack already.
      kill(server.pid, 'SIGQUIT');
      await server.gone;
      renameSync(cluster, join(folder, 'lost'));
      execFileSync('cp', ['-a', base, cluster]);
      execFileSync('cp', ['-a', join(cluster, 'PG_VERSION'), join(cluster, 'recovery.signal')]);
      const recovery = {
        restore_command: `cp ${archived}/%f %p`,
        recovery_target_time: moment,
        recovery_target_action: 'promote',
      };
      const { port } = server;
      server = await startPostgres({ dataDir, port, databases: [], settings: { ...settings, ...recovery } });
      const promoted = async () => !(await ask('select pg_is_in_recovery() as still')).still;
      await waitFor('the server to be as it was', promoted, { timeoutMs: 60_000, everyMs: 50 });
    },
    stop: () => server.stop(),
  };
}
