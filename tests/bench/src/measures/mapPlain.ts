import { Rotamer, textInput } from '@rotamer/client';
import { byClients } from '../clients.ts';
import { sequence } from '../fakeRunner.ts';
import type { Measure } from '../measure.ts';
import { startWithRunner } from '../otherStack.ts';
import { recordsSide } from '../recordsSide.ts';
import { cpuOf } from '../sides.ts';

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
  ownStack: true,
  async prepare(bench) {
    const target = await startWithRunner(bench);
    const client = new Rotamer({ baseUrl: target.baseUrl, apiKey: target.apiKey });
    const side = (work: () => Promise<void>) => recordsSide(target, bench, PROTEINS, work);
    const bodyOf = (content: string) => ({
      tool: TOOL,
      name: 'bench',
      input: { inputs: [textInput('sequences', content, { kind: 'protein', format: 'FASTA' })] },
    });
    const one = side(async () => void (await (await client.jobs.run(bodyOf(proteins.join('')))).results()));
    const mapped = side(async () => {
      const results = await client.map(TOOL, proteins);
      if (results.some(({ values }) => values.length !== 1)) throw new Error('a protein has no row');
    });
    const plain = side(async () => {
      await byClients(PROTEINS, async (n) => (await client.jobs.run(bodyOf(proteins[n]!))).results());
    });
    await mapped();
    return async () => {
      const [ofMap, ofPlain, ofOne] = [await mapped(), await plain(), await one()];
      const details = { map: ofMap, plain: ofPlain, one: ofOne, cpu: cpuOf(ofMap) / cpuOf(ofPlain) };
      return { value: ofPlain.perSecond / ofMap.perSecond, details };
    };
  },
};
