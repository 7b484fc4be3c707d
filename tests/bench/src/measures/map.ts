import { Rotamer, textInput } from '@rotamer/client';
import { byClients } from '../clients.ts';
import { sequence } from '../fakeRunner.ts';
import type { Measure } from '../measure.ts';
import { startWithRunner } from '../otherStack.ts';

const TOOL = 'protein-properties';

/** Proteins of each side. */
const PROTEINS = 200;

/** The input of each job. */
const proteins = Array.from({ length: PROTEINS }, (_, i) => `>p${i}\n${sequence}\n`);

/** Many small jobs from one call of a client, beside one job with all their records and beside the same jobs one by one. */
export const map: Measure = {
  name: 'map',
  title: `${PROTEINS} jobs by map() of a client, with their rows ÷ one job of ${PROTEINS} proteins`,
  unit: 'ratio',
  goal: { atMost: 1.3 },
  async prepare(world) {
    const { baseUrl, apiKey } = await startWithRunner(world);
    const client = new Rotamer({ baseUrl, apiKey });
    const bodyOf = (content: string) => ({
      tool: TOOL,
      name: 'bench',
      input: { inputs: [textInput('sequences', content, { kind: 'protein', format: 'FASTA' })] },
    });
    const one = async () => void (await (await client.jobs.run(bodyOf(proteins.join('')))).results());
    const mapped = async () => {
      const results = await client.map(TOOL, proteins);
      if (results.some(({ values }) => values.length !== 1)) throw new Error('a protein has no row');
    };
    const plain = async () => {
      await byClients(PROTEINS, async (n) => (await client.jobs.run(bodyOf(proteins[n]!))).results());
    };
    await mapped();
    return async () => {
      const [oneSeconds, mapSeconds, plainSeconds] = [await timed(one), await timed(mapped), await timed(plain)];
      const details = { oneSeconds, mapSeconds, plainSeconds, mapByPlain: mapSeconds / plainSeconds };
      return { value: mapSeconds / oneSeconds, details };
    };
  },
};

/** Returns how many seconds the work took. */
async function timed(work: () => Promise<void>): Promise<number> {
  const begun = performance.now();
  await work();
  return (performance.now() - begun) / 1000;
}
