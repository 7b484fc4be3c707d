import { descriptorsOf, type JobRequest, propertiesOf } from '@rotamer/test-support/requests.ts';
import type { Job } from '@rotamer/test-support/resources.ts';
import { ubiquitin } from '@rotamer/test-support/testData.ts';
import { waitFor } from '@rotamer/test-support/waitFor.ts';
import type { Attacker } from './attacker.ts';

/** One way for a tenant to harm others with an ordinary key within its rate limit. */
export interface Attack {
  name: string;
  /** Makes what the attack needs, before response times are measured. */
  prepare?(attacker: Attacker): Promise<unknown>;
  /** Runs the attack once. Called twice a second, which the rate limit allows. */
  once(attacker: Attacker, n: number): Promise<unknown>;
}

const KIB = 1024;

const large = Buffer.from(`>big\n${'MKVLAAGIVG'.repeat(2 * KIB * KIB)}`);

const randomText = (length: number) =>
  Array.from({ length }, () => String.fromCharCode(33 + Math.floor(Math.random() * 90))).join('');

function withInput(request: JobRequest, more: Record<string, unknown>): JobRequest {
  const [input, ...others] = request.input.inputs;
  return { ...request, input: { inputs: [{ ...input!, ...more }, ...others] } };
}

const proteins = (count: number, id: (n: number) => string) =>
  Array.from({ length: count }, (_, n) => `>${id(n)}\nMKVLAAGIVGLLLAQPSFA`).join('\n');

/** As many proteins as the tool accepts in one job. */
const MOST_ROWS = 5_000;

/** Returns a completed job with the largest result that the tool makes. Submits it, if there is none yet. */
async function largestJob(attacker: Attacker): Promise<Job> {
  const found = (jobs: Job[]) => jobs.find(({ name, status }) => name === 'rows' && status === 'COMPLETED');
  const before = found(await attacker.jobs());
  if (before) return before;
  const request = propertiesOf(proteins(MOST_ROWS, (i) => `p${i}`));
  if (!(await attacker.submit({ ...request, name: 'rows' }))) throw new Error('the job with most rows was refused');
  return waitFor('the job with most rows', async () => found(await attacker.jobs()));
}

const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`;

/** Attacks that broke earlier versions, and similar ones. */
export const attacks: Attack[] = [
  {
    name: 'a project id of 4,000 random characters',
    once: (attacker) => attacker.post('/jobs', propertiesOf(ubiquitin, { project_id: randomText(4_000) })),
  },
  {
    name: 'a project id of 200 KB that compresses well',
    once: (attacker) => attacker.post('/jobs', propertiesOf(ubiquitin, { project_id: 'p'.repeat(200 * KIB) })),
  },
  {
    name: 'a FASTA header of line separators',
    once: ({ post }) => post('/jobs/quote', quoteOf(propertiesOf(`>a${' \u2028'.repeat(100 * KIB)}x\nMKV`))),
  },
  {
    name: 'a FASTA header of white space',
    once: ({ post }) => post('/jobs/quote', quoteOf(propertiesOf(`>${' '.repeat(400 * KIB)}\u2028\nMKV`))),
  },
  {
    name: 'a SMILES of brackets',
    once: ({ post }) => post('/jobs/quote', quoteOf(descriptorsOf(`${'['.repeat(100 * KIB)} x`))),
  },
  {
    name: 'a SMILES far too long',
    once: ({ post }) => post('/jobs/quote', quoteOf(descriptorsOf('C(=O)N'.repeat(80 * KIB)))),
  },
  {
    name: 'a million short lines',
    once: ({ post }) => post('/jobs/quote', quoteOf(propertiesOf('\n'.repeat(400 * KIB)))),
  },
  {
    name: 'input ids and labels of 60 KB, repeated for each result',
    once: ({ post }) =>
      post('/jobs', withInput(propertiesOf(proteins(800, (n) => `p${n}`)), { id: 'i'.repeat(60 * KIB), label: 'l' })),
  },
  {
    name: 'an input id longer than an index row',
    once: ({ post }) => post('/jobs', withInput(propertiesOf(ubiquitin), { id: randomText(9_000) })),
  },
  {
    name: 'results of 5,000 rows, made and read again and again',
    prepare: largestJob,
    async once(attacker, n) {
      if (n % 4 === 0) return attacker.submit(propertiesOf(proteins(MOST_ROWS, (i) => `p${i}`)));
      const { id } = await largestJob(attacker);
      return attacker.get(`/results/${id}`);
    },
  },
  {
    name: 'a shared page of 5,000 rows, opened by anonymous visitors',
    async prepare(attacker) {
      const { id } = await largestJob(attacker);
      await attacker.patch(`/jobs/${id}/share`, { visibility: 'PUBLIC' });
      const status = await attacker.anonymous(`/share/${id}`);
      if (status !== 200) throw new Error(`the shared page: ${status}`);
    },
    async once(attacker) {
      const { id } = await largestJob(attacker);
      return Promise.all(Array.from({ length: 5 }, () => attacker.anonymous(`/share/${id}`)));
    },
  },
  {
    name: '30,000 unknown fields',
    once: ({ post }) => post('/jobs', `{"tool":"x",${Array.from({ length: 30_000 }, (_, n) => `"k${n}":0`).join()}}`),
  },
  {
    name: 'seven bodies at once whose numbers grow',
    once: ({ post }) => {
      const settings = { numbers: Array.from({ length: 100_000 }, () => '#') };
      const body = JSON.stringify(propertiesOf(ubiquitin, { settings })).replaceAll('"#"', '1e20');
      return Promise.all(Array.from({ length: 7 }, () => post('/jobs', body)));
    },
  },
  {
    name: 'deeply nested settings',
    once: ({ post }) =>
      post('/jobs', JSON.stringify(propertiesOf(ubiquitin, { settings: { x: '#' } })).replace('"#"', nested(100_000))),
  },
  {
    name: 'an event stream at every request, none ever closed',
    async once(attacker) {
      const job = (await attacker.jobs())[0] ?? (await attacker.submit(propertiesOf(ubiquitin)));
      if (!job) return;
      await Promise.all(Array.from({ length: 10 }, () => attacker.holdStream(`/jobs/${job.id}/events`)));
    },
  },
  {
    name: 'parallel uploads of 20 MB',
    once: ({ upload }) => Promise.all([upload('a.fasta', large), upload('b.fasta', large), upload('c.fasta', large)]),
  },
  {
    name: 'an invitation added and removed again',
    async once(attacker, n) {
      const job = (await attacker.jobs())[0] ?? (await attacker.submit(propertiesOf(ubiquitin)));
      if (!job) return;
      const address = ['victim@example.org'];
      if (n % 2 === 0) return attacker.patch(`/jobs/${job.id}/share`, { visibility: 'INVITED', add_invites: address });
      return attacker.patch(`/jobs/${job.id}/share`, { remove_invites: address });
    },
  },
  {
    name: 'a flood of keys that nobody has, from the address of all',
    once: ({ anonymous }) =>
      Promise.all(
        Array.from({ length: 200 }, (_, n) =>
          anonymous('/api/v1/account', {
            authorization: `Bearer rot_live_${String(n).padStart(8, '0')}_${'x'.repeat(38)}`,
          }),
        ),
      ),
  },
];

function quoteOf({ tool, input, settings }: JobRequest) {
  return { tool, input, settings };
}
