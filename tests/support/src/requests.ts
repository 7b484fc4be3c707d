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

/** The folder of the tool of `waitingJob`, for `ROTAMER_TOOLS_FOLDERS`. */
export const waitingToolFolder = join(import.meta.dirname, '../tools');

/** Environment variables for a stack that offers the tool of `waitingJob`, as the shared stack does. */
export const waitingTool = { ROTAMER_TOOLS_FOLDERS: waitingToolFolder };

/**
 * Returns a metered job that waits this many seconds, in steps of one second or in a hundred steps. 3 credits a minute.
 * Needs a stack with `waitingTool`. Other metered tools would take processor time from the parts under test.
 */
export function waitingJob(seconds: number, more: Partial<JobRequest> = {}): JobRequest {
  const steps = Math.min(seconds, 100);
  const inputs = Array.from({ length: steps }, (_, i) => ({ ...protein('steps', '>a\nMK\n'), id: `step_${i + 1}` }));
  return { tool: 'wait', name: 'Wait', input: { inputs }, settings: { seconds: seconds / steps }, ...more };
}

function protein(slotId: string, content: string): SubmittedInput {
  return { id: slotId, slotId, kind: 'protein', format: 'FASTA', source: { type: 'text' }, content };
}

function molecules(content: string): SubmittedInput {
  return { id: 'molecules', slotId: 'molecules', kind: 'smiles', format: 'SMILES', source: { type: 'text' }, content };
}
