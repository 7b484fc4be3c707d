import type { JobRequest } from '@rotamer/client';
import { parse, YAMLError } from 'yaml';
import { UsageError } from '../exitCodes.ts';
import type { Io } from '../io.ts';
import { readText } from './readText.ts';

/** Reads `-f job.yaml`: the body of a submission, or a part of it, in YAML or JSON. */
export async function readJobFile(path: string | undefined, io: Io): Promise<Partial<JobRequest>> {
  if (path === undefined) return {};
  return parseJobFile(await readText(path, io), path);
}

export function parseJobFile(text: string, path: string): Partial<JobRequest> {
  let job: unknown;
  try {
    // Without the limit, aliases could make a small file expand endlessly.
    job = parse(text, { maxAliasCount: 100 });
  } catch (error) {
    if (error instanceof YAMLError) throw new UsageError(`${path}: ${error.message}`);
    throw error;
  }
  if (typeof job === 'object' && job !== null && !Array.isArray(job)) return job as Partial<JobRequest>;
  throw new UsageError(`${path} must hold one object, with tool, name, input and settings.`);
}
