import pg from 'pg';
import { due, workOnEach } from '../work/failedWork.ts';
import { quietLog } from './quietLog.ts';

/** A process that works on its items and is killed by one of them: `<database url> <items> <the deadly one>`. It names each that it begins. */
const [url, items, deadly] = process.argv.slice(2) as [string, string, string];
const db = new pg.Pool({ connectionString: url });
const { rows } = await db.query(`select id from unnest($1::text[]) id where ${due('test', 'id')}`, [items.split(',')]);
await workOnEach({ db, log: quietLog, work: 'test' }, rows, async ({ id }: { id: string }) => {
  await new Promise((resolve) => process.stdout.write(`${id}\n`, resolve));
  if (id === deadly) process.kill(process.pid, 'SIGKILL');
});
await db.end();
