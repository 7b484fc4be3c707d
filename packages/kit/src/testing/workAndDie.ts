import pg from 'pg';
import { due, workOnEach } from '../work/failedWork.ts';
import { quietLog } from './quietLog.ts';

/**
 * A process that works on its items until one of them kills it. It prints each item that it begins. Arguments:
 * `<database url> <items> <the deadly one>`.
 */
const [url, items, deadly] = process.argv.slice(2) as [string, string, string];
const db = new pg.Pool({ connectionString: url });
const { rows } = await db.query(`select id from unnest($1::text[]) id where ${due('test', 'id')}`, [items.split(',')]);
await workOnEach({ db, log: quietLog, work: 'test' }, rows, async ({ id }: { id: string }) => {
  await new Promise((resolve) => process.stdout.write(`${id}\n`, resolve));
  if (id === deadly) process.kill(process.pid, 'SIGKILL');
});
await db.end();
