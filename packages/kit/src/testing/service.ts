import { setTimeout as sleep } from 'node:timers/promises';
import { type Lifetime, run } from '../service/run.ts';

/** A service process for the tests of run.ts. Its argument chooses what happens to it. */
const fate = process.argv[2];

await run('specimen', start, fate === 'never stops' ? 100 : undefined);

async function start({ log, onStop }: Lifetime): Promise<void> {
  const busy = setInterval(() => {}, 1_000);
  onStop('first', () => {
    clearInterval(busy);
    log.info('first stopped');
  });
  if (fate === 'cannot start') throw new Error('no such database');
  if (fate === 'slow start') {
    log.info('starting slowly');
    await new Promise(() => {});
  }
  onStop('second', async () => {
    await sleep(20);
    log.info('second stopped');
    if (fate === 'cannot stop') throw new Error('still busy');
    if (fate === 'never stops') await new Promise(() => {});
  });
  if (fate === 'throws later') setTimeout(fail, 50);
  if (fate === 'rejects later') setTimeout(() => void Promise.reject(new Error('forgotten promise')), 50);
}

function fail(): never {
  throw new TypeError('nobody caught me');
}
