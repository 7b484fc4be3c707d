import type { ApiKeys } from '@rotamer/accounts/access/apiKeys.ts';
import type { Credential } from '@rotamer/accounts/access/credential.ts';
import type { jobFilterQuery } from '@rotamer/api/schemas/jobFilter.ts';
import { readCreated } from '@rotamer/http/params/range.ts';
import { Fault, validationFault } from '@rotamer/kit/errors/fault.ts';
import { isId } from '@rotamer/kit/ids.ts';
import { JobStatus } from '@rotamer/proto/jobs/v1/job.ts';
import type { JobFilter } from '@rotamer/proto/jobs/v1/jobs.ts';
import type { Static, TObject } from 'typebox';

type Query = Static<TObject<typeof jobFilterQuery>>;

const NAMES = ['status', 'tool', 'name', 'created_by', 'created_after', 'created_before', 'run_id', 'label'] as const;

/**
 * Returns the filter of a query; undefined for one without filters.
 *
 * @throws validation_error for a submitter or a time that cannot be.
 */
export async function readJobFilter(
  query: Query,
  credential: Credential,
  apiKeys: Pick<ApiKeys, 'get'>,
): Promise<JobFilter | undefined> {
  if (NAMES.every((name) => query[name] === undefined)) return undefined;
  const { status, tool, name, created_by, run_id, label } = query;
  return {
    statuses: (status?.split(',') ?? []).map((word) => JobStatus[word as keyof typeof JobStatus]),
    tool,
    namePart: name,
    ...(await readSubmitter(created_by, credential, apiKeys)),
    runId: run_id,
    ...readCreated(query),
    labels: readLabels(label, 'label'),
  };
}

/**
 * Returns the labels of a text such as `plate=7,robot=a`, which has the pattern LABEL_LIST.
 *
 * @throws validation_error for two values of one key, because a job has one of them at most.
 */
export function readLabels(text: string | undefined, path: string): Record<string, string> {
  const labels: Record<string, string> = {};
  for (const pair of text?.split(',') ?? []) {
    const [key, value] = pair.split('=') as [string, string];
    if (Object.hasOwn(labels, key) && labels[key] !== value)
      throw validationFault([{ path, message: `gives ${key} two values, ${labels[key]} and ${value}` }]);
    labels[key] = value;
  }
  return labels;
}

async function readSubmitter(
  createdBy: string | undefined,
  credential: Credential,
  apiKeys: Pick<ApiKeys, 'get'>,
): Promise<Pick<JobFilter, 'createdBy' | 'keyId'>> {
  if (createdBy === undefined) return {};
  if (createdBy.startsWith('key_')) return { keyId: await publicIdOf(createdBy, credential, apiKeys) };
  return { createdBy: readUser(createdBy, credential) };
}

/** Returns the user that `me` or an id names. */
export function readUser(createdBy: string, { userId }: Credential): string {
  if (createdBy === 'me') return userId;
  if (isId('usr', createdBy)) return createdBy;
  throw notSubmitter('must be me or an id');
}

async function publicIdOf(id: string, credential: Credential, apiKeys: Pick<ApiKeys, 'get'>): Promise<string> {
  try {
    return (await apiKeys.get(credential, id)).keyId;
  } catch (error) {
    if (error instanceof Fault && error.code === 'not_found') throw notSubmitter('is not an API key that you may see');
    throw error;
  }
}

function notSubmitter(message: string): Fault {
  return validationFault([{ path: 'created_by', message }]);
}
