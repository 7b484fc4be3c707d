import { createHash } from 'node:crypto';
import type { PublicJob } from '@rotamer/api/schemas/job.ts';
import type { JobRequestBody } from '@rotamer/api/schemas/jobRequest.ts';
import type { Api } from '../api/gateway.ts';
import { hasEnded } from '../api/jobs.ts';
import { type Aliases, databaseOf } from '../databases.ts';
import { BadRequest } from '../http/badRequest.ts';
import type { Fields } from '../http/fields.ts';

/** The modes of a search, and the settings of `msa-search`. `env` asks for a second database, whose file stays empty. */
const MODES: Record<string, object> = {
  env: { filter: true },
  all: { filter: true },
  'env-nofilter': { filter: false },
  nofilter: { filter: false },
};

/** How often a search that failed is submitted again under another idempotency key. */
const MAX_TRIES = 4;

const HOUR_MS = 3_600_000;

/**
 * Returns the job of `POST ticket/msa`: `q` has the queries as FASTA, with numbers as names, and `mode` the kind of search.
 *
 * @throws BadRequest for other modes, and without a query
 */
export function searchOf(fields: Fields, database: string, aliases: Aliases): JobRequestBody {
  const mode = fields.get('mode') || 'all';
  if (!Object.hasOwn(MODES, mode))
    throw new BadRequest(`mode must be one of ${Object.keys(MODES).join(', ')}, not '${mode}'`);
  const content = fields.get('q')?.trim();
  if (!content) throw new BadRequest('q is missing');
  const { inputs, settings } = databaseOf(database, aliases, { kind: 'protein' });
  const query = {
    id: 'queries',
    slotId: 'queries',
    kind: 'protein',
    format: 'FASTA',
    source: { type: 'text' as const },
    content,
  };
  return {
    tool: 'msa-search',
    name: 'ColabFold',
    input: { inputs: [query, ...inputs] },
    settings: { ...MODES[mode], ...settings },
  };
}

/**
 * Submits a search. A client that has no response in 6 s sends its search again, so the same search within an hour is the same
 * job, unless that job has failed.
 */
export async function submitTicket(api: Api, body: JobRequestBody, now: Date): Promise<PublicJob> {
  let key = hashOf(Math.floor(now.getTime() / HOUR_MS), JSON.stringify(body));
  for (let tries = 1; ; tries += 1) {
    const job = await api.submit(body, key);
    if (!hasEnded(job.status) || job.status === 'COMPLETED' || tries === MAX_TRIES) return job;
    key = hashOf(key, job.id);
  }
}

function hashOf(...parts: (string | number)[]): string {
  return createHash('sha256').update(parts.join('\n')).digest('hex');
}
