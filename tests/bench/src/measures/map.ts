import { Rotamer, textInput } from '@rotamer/client';
import type { Measure } from '../measure.ts';
import { startWithRunner } from '../otherStack.ts';
import { recordsSide } from '../recordsSide.ts';
import { cpuOf } from '../sides.ts';

const TOOL = 'conformer-generation';

/** Molecules of each side. */
const MOLECULES = 200;

/** A job is small, some 0.17 s of processor time on an idle machine, and still mostly work. */
const settings = { conformers: 3 };

/** The input of each job: an ethyl ester of a fatty acid. */
const molecules = Array.from({ length: MOLECULES }, (_, i) => `CCOC(=O)${'C'.repeat(4 + (i % 5))} m${i}\n`);

/** Many small jobs from one call of a client, beside one job with all their records. */
export const map: Measure = {
  name: 'map',
  title: `${MOLECULES} jobs by map() of a client, with their rows ÷ one job of ${MOLECULES} molecules`,
  unit: 'ratio',
  goal: { atMost: 1.3 },
  onlyByName: true,
  ownStack: true,
  async prepare(bench) {
    const target = await startWithRunner(bench);
    const client = new Rotamer({ baseUrl: target.baseUrl, apiKey: target.apiKey });
    const all = textInput('molecules', molecules.join(''), { kind: 'smiles', format: 'SMILES' });
    const one = recordsSide(target, bench, MOLECULES, async () => {
      const job = await client.jobs.run({ tool: TOOL, name: 'bench', settings, input: { inputs: [all] } });
      const rows = (await job.results()).values('energies');
      if (rows.length < MOLECULES) throw new Error(`the job has rows of ${rows.length} molecules`);
    });
    const mapped = recordsSide(target, bench, MOLECULES, async () => {
      const results = await client.map(TOOL, molecules, settings);
      const failed = results.find(({ values }) => values.length === 0);
      if (failed) throw new Error(`a molecule has no row: ${failed.error ?? failed.status}`);
    });
    await client.map(TOOL, molecules.slice(0, 4), settings);
    return async () => {
      const [ofOne, ofMap] = [await one(), await mapped()];
      const value = ofOne.perSecond / ofMap.perSecond;
      return { value, details: { one: ofOne, map: ofMap, cpu: cpuOf(ofMap) / cpuOf(ofOne) } };
    };
  },
};
