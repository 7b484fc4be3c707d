import { join } from 'node:path';
import { createApi } from './api.ts';
import { compareProperties } from './compareProperties.ts';
import { availableCredits, reportCredits, untilSettled } from './credits.ts';
import { conformersOfDrugs, drugs, showLowestEnergies } from './molecules.ts';
import { propertiesOf, proteins } from './proteins.ts';
import { runJob } from './runJob.ts';
import { runPeptideCandidates } from './runWorkflow.ts';
import { alignWithSaved, saveGlobins } from './savedFiles.ts';
import type { Screen } from './screen.ts';

export interface TourOptions {
  baseUrl: string;
  apiKey: string;
  /** Folder in which result files are saved. */
  folder: string;
  screen: Screen;
  signal: AbortSignal;
}

/**
 * Runs real jobs on real molecules, from quote to result, over the public API.
 *
 * @throws when a value differs from the known one, or the credits do not add up.
 */
export async function tour({ baseUrl, apiKey, folder, screen, signal }: TourOptions): Promise<void> {
  const api = createApi(baseUrl, apiKey, signal);
  await untilSettled(api);
  const before = await availableCredits(api);
  const ids: string[] = [];
  const wrong: string[] = [];

  for (const protein of proteins) {
    screen.heading(protein.title);
    const job = await runJob(api, screen, join(folder, protein.folder), protein.title, propertiesOf(protein));
    if (!compareProperties(screen, protein, job.rows)) wrong.push(protein.title);
    ids.push(job.jobId);
  }

  screen.heading('A saved file: globins, aligned with hemoglobin alpha');
  const plan = alignWithSaved(await saveGlobins(api, screen));
  const alignment = await runJob(api, screen, join(folder, 'globins'), 'Globins', plan);
  for (const { target, identity_pct } of alignment.rows.map(({ value }) => value)) {
    screen.line('', `${target}: ${Number(identity_pct).toFixed(1)} % identical`);
  }
  ids.push(alignment.jobId);

  screen.heading('A workflow: peptide candidates, with a review');
  const workflow = await runPeptideCandidates(api, screen);
  if (!workflow.addsUp) wrong.push('the cost of the workflow');
  ids.push(...workflow.jobIds);

  screen.heading(`Three-dimensional conformers of ${drugs.length} drugs, metered`);
  const job = await runJob(api, screen, join(folder, 'conformers'), 'Conformers', conformersOfDrugs());
  showLowestEnergies(screen, job.rows);
  ids.push(job.jobId);
  const settled = (await untilSettled(api)).filter(({ id }) => ids.includes(id));
  const metered = settled.find(({ id }) => id === job.jobId)?.billing;
  screen.line('settled', `${metered?.final_credits} credits for ${metered?.billable_runtime_seconds} s`);

  screen.heading('Credits');
  if (!reportCredits(screen, settled, before, await availableCredits(api))) wrong.push('the credits');
  if (wrong.length > 0) throw new Error(`Unexpected results: ${wrong.join(', ')}.`);
}
