import { Rotamer, textInput } from '@rotamer/client';
import { byClients } from '../clients.ts';
import { sequence } from '../fakeRunner.ts';
import type { Measure } from '../measure.ts';
import { startWithRunner } from '../otherStack.ts';
import { timed } from '../timed.ts';

const TOOL = 'protein-properties';

/** Proteins of each side. */
const PROTEINS = 200;

/** The input of each job. */
const proteins = Array.from({ length: PROTEINS }, (_, i) => `>p${i}\n${sequence}\n`);

/** The smallest jobs from one call of a client, beside the same jobs one by one; one job with all their records is in the details. */
export const mapPlain: Measure = {
  name: 'map-plain',
  title: `${PROTEINS} of the smallest jobs by map() of a client, with their rows ÷ the same by submissions of 8 clients`,
  unit: 'ratio',
  goal: { atMost: 1 },
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
      const [mapSeconds, plainSeconds, oneSeconds] = [await timed(mapped), await timed(plain), await timed(one)];
      return { value: mapSeconds / plainSeconds, details: { mapSeconds, plainSeconds, oneSeconds } };
    };
  },
};
