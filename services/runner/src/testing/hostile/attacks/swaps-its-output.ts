import { once } from 'node:events';
import { dirname, join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { Run } from '@rotamer/tools/contract.ts';

const SWAP = `
  const { renameSync, symlinkSync, rmSync } = require('node:fs');
  const { parentPort, workerData } = require('node:worker_threads');
  const { table, aside } = workerData;
  parentPort.postMessage('begun');
  for (;;) {
    try {
      renameSync(table, aside);
      symlinkSync('/etc', table);
      rmSync(table);
      renameSync(aside, table);
    } catch {}
  }`;

/** Starts a thread that repeatedly replaces a folder of outputs by a link out of the sandbox, even after the tool has returned. */
export const run: Run = async ({ workdir, item, file }) => {
  file('table', 'passwd', '{"fine":true}', { sourceInputIds: [] });
  item('rows', { n: 1 }, { sourceInputIds: [] });
  const table = join(dirname(workdir), 'out/table');
  const worker = new Worker(SWAP, { eval: true, workerData: { table, aside: `${table}.aside` } });
  await once(worker, 'message');
  worker.unref();
};
