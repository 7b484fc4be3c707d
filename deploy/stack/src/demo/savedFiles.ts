import type { Api } from './api.ts';
import { readFasta } from './proteins.ts';
import type { File } from './resources.ts';
import type { JobPlan } from './runJob.ts';
import type { Screen } from './screen.ts';

/** Three globins in one FASTA file. */
const globins = 'globins3.fasta';

/** Uploads the file to the library, for use by any number of jobs. */
export async function saveGlobins(api: Api, screen: Screen): Promise<File> {
  const started = performance.now();
  const form = new FormData();
  form.append('description', 'Two chains of human hemoglobin, and myoglobin');
  form.append('tags', 'globins,demo');
  form.append('file', new Blob([readFasta(globins)]), globins);
  const file = await api.send<File>('/files', form);
  screen.line('upload', `${file.filename}, ${file.format}, ${file.size} bytes`, performance.now() - started);
  return file;
}

/** A job that aligns the first globin, sent inline, with the saved file. */
export function alignWithSaved({ input_reference: source }: File): JobPlan {
  const input = { kind: 'protein', format: 'FASTA' };
  const content = readFasta(globins, ['HBA_HUMAN']);
  const query = { ...input, id: 'query', slotId: 'query', source: { type: 'text' }, content };
  const targets = { ...input, id: 'globins', slotId: 'targets', source };
  return { tool: 'pairwise-align', input: { inputs: [query, targets] } };
}
