import { execFile } from 'node:child_process';
import { createWriteStream, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { openClients } from '@rotamer/stack/admin/clients.ts';
import { datasetImport } from '@rotamer/stack/admin/datasetCommands.ts';
import { findAccess } from '@rotamer/stack/admin/findAccess.ts';
import { dataPaths } from '@rotamer/stack/folder/paths.ts';
import { syntheticProteins } from '@rotamer/test-support/syntheticProteins.ts';
import { indexPath } from '@rotamer/tools/shared/releases/buildIndexes.ts';
import type { Measure } from '../measure.ts';
import { runJob, startWithRunner } from '../otherStack.ts';
import { quantile } from '../statistics.ts';

/** As large as Swiss-Prot. */
const RESIDUES = 200_000_000;
const IDENTITIES = [0.95, 0.8, 0.65, 0.5, 0.4];
const SEARCHES = 5;

/** A protein as long as one of Swiss-Prot on average, which nobody has. */
const QUERY = [...syntheticProteins(1_000, [], 7)]
  .map((record) => record.split('\n')[1])
  .join('')
  .slice(0, 375);

/** A search in a dataset by BLAST, from its POST to the end of its event stream ÷ the bare program on the same index. */
export const search: Measure = {
  name: 'search',
  title: 'POST /jobs → COMPLETED of blast-search in 200 million residues ÷ bare blastp, p50',
  unit: 'ratio',
  goal: { atMost: 1.15 },
  onlyByName: true,
  ownStack: true,
  async prepare(bench) {
    const target = await startWithRunner(bench);
    const dir = await importDatabase(target.dataDir);
    const request = searchRequest();
    const queryFile = join(target.dataDir, 'query.fasta');
    writeFileSync(queryFile, `>query\n${QUERY}\n`);
    const settings = [
      '-evalue',
      '0.001',
      '-num_threads',
      '2',
      '-task',
      'blastp',
      '-seg',
      'no',
      '-soft_masking',
      'true',
    ];
    const args = ['-query', queryFile, '-db', indexPath(dir, 'blast'), ...settings, '-outfmt', '6'];
    const bare = async () => void (await promisify(execFile)('blastp', args));
    const job = () => runJob(target, request);
    await timed(bare);
    await timed(job);
    return async () => {
      const [jobs, bares]: [number[], number[]] = [[], []];
      for (let i = 0; i < SEARCHES; i++) {
        bares.push(await timed(bare));
        jobs.push(await timed(job));
      }
      const [job_ms, bare_ms] = [quantile(jobs, 0.5), quantile(bares, 0.5)];
      return { value: job_ms / bare_ms, details: { job_ms, bare_ms } };
    };
  },
};

async function timed(run: () => Promise<void>): Promise<number> {
  const begun = performance.now();
  await run();
  return performance.now() - begun;
}

/** Imports the database into the datasets of a stack. Returns the folder of the release. */
async function importDatabase(dataDir: string): Promise<string> {
  const { datasets } = dataPaths(dataDir);
  mkdirSync(datasets, { recursive: true });
  const file = join(dataDir, 'database.fasta');
  const planted = [{ name: 'query', sequence: QUERY, identities: IDENTITIES }];
  await pipeline(Readable.from(syntheticProteins(RESIDUES, planted)), createWriteStream(file));
  const clients = openClients(findAccess(dataDir, {}));
  try {
    const options = { id: 'synthetic', release: '1', file, everyone: 'yes' };
    await datasetImport.run(options, clients, undefined, datasets);
  } finally {
    clients.close();
  }
  return join(datasets, 'synthetic', '1');
}

function searchRequest() {
  const from = { id: 'query', slotId: 'queries', kind: 'protein', format: 'FASTA', source: { type: 'text' } };
  return {
    ...{ tool: 'blast-search', name: 'search' },
    input: { inputs: [{ ...from, content: `>query\n${QUERY}\n` }] },
    settings: { database: 'synthetic' },
  };
}
