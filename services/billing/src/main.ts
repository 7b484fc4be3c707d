import { systemClock } from '@rotamer/kit/clock.ts';
import { loadConfig } from '@rotamer/kit/process/config.ts';
import { run } from '@rotamer/kit/service/run.ts';
import { openDatabase, openPublishingBus, serveRpcs } from '@rotamer/kit/service/serviceParts.ts';
import { configSchema } from './config.ts';
import { observeLedger } from './observeLedger.ts';
import { rpcTable } from './rpcTable.ts';
import { startPublishingBudgets } from './work/publishBudgets.ts';

await run('billing', async (life) => {
  const config = loadConfig(configSchema, process.env);
  const db = await openDatabase(life, config, import.meta.dirname);
  observeLedger(db);
  const { signals } = await openPublishingBus(life, config, db);
  const budgets = startPublishingBudgets({ db, clock: systemClock, signals, log: life.log });
  life.onStop('publish budgets', budgets.stop);
  await serveRpcs(life, config, rpcTable({ db, clock: systemClock, signals }));
});
