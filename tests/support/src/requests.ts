import { join } from 'node:path';

/** The body of `POST /jobs`. */
export interface JobRequest {
  tool: string;
  name: string;
  input: { inputs: SubmittedInput[] };
  settings?: Record<string, unknown>;
  billing?: { max_reserved_credits?: number };
  max_quoted_credits?: number;
  project_id?: string | null;
}

export interface SubmittedInput {
  id: string;
  slotId: string;
  kind: string;
  format: string;
  source: { type: string };
  content: string;
}

/** Returns a job that computes the properties of proteins. Fixed price, 1 credit. */
export function propertiesOf(fasta: string, more: Partial<JobRequest> = {}): JobRequest {
  return { tool: 'protein-properties', name: 'Properties', input: { inputs: [protein('sequences', fasta)] }, ...more };
}

/** Returns a job that aligns one protein with others. Fixed price, 1 credit. */
export function alignmentOf(query: string, targets: string, more: Partial<JobRequest> = {}): JobRequest {
  const inputs = [protein('query', query), protein('targets', targets)];
  return { tool: 'pairwise-align', name: 'Alignment', input: { inputs }, ...more };
}

/** Returns a job that computes descriptors of molecules. Fixed price, 1 credit per started thousand. */
export function descriptorsOf(smiles: string, more: Partial<JobRequest> = {}): JobRequest {
  return { tool: 'molecule-descriptors', name: 'Descriptors', input: { inputs: [molecules(smiles)] }, ...more };
}

/** Returns a job that generates conformers of molecules. Metered, 3 credits a minute. */
export function conformersOf(smiles: string, conformers: number, more: Partial<JobRequest> = {}): JobRequest {
  const settings = { conformers };
  const inputs = [molecules(smiles)];
  return { tool: 'conformer-generation', name: 'Conformers', input: { inputs }, settings, ...more };
}

/** Returns a metered job of many small steps that would run for minutes, so submit it with a cap. */
export function longJob(more: Partial<JobRequest> = {}): JobRequest {
  const alkanes = Array.from({ length: 200 }, (_, i) => `CCCCCCCC octane_${i + 1}`);
  return conformersOf(alkanes.join('\n'), 50, { name: 'Long', ...more });
}

/** Environment variables for a stack that offers the tool of `waitingJob`. */
export const waitingTool = { ROTAMER_TOOLS_FOLDERS: join(import.meta.dirname, '../tools') };

/**
 * Returns a metered job that waits this many seconds, in steps of one second or in a hundred steps. 3 credits a minute.
 * Needs a stack with `waitingTool`. Other metered tools would take processor time from the parts under test.
 */
export function waitingJob(seconds: number, more: Partial<JobRequest> = {}): JobRequest {
  const steps = Math.min(seconds, 100);
  const inputs = Array.from({ length: steps }, (_, i) => ({ ...protein('steps', '>a\nMK\n'), id: `step_${i + 1}` }));
  return { tool: 'wait', name: 'Wait', input: { inputs }, settings: { seconds: seconds / steps }, ...more };
}

/** Returns a metered job of a few seconds that reports progress in several steps. */
export function shortMeteredJob(more: Partial<JobRequest> = {}): JobRequest {
  return conformersOf('CCCCCCCC octane', 8, { name: 'Short', ...more });
}

function protein(slotId: string, content: string): SubmittedInput {
  return { id: slotId, slotId, kind: 'protein', format: 'FASTA', source: { type: 'text' }, content };
}

function molecules(content: string): SubmittedInput {
  return { id: 'molecules', slotId: 'molecules', kind: 'smiles', format: 'SMILES', source: { type: 'text' }, content };
}
