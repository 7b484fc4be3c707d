import type { PublicJobDetails } from '@rotamer/api/schemas/jobDetails.ts';
import type { ToolContract } from '@rotamer/tools/contract.ts';

/** An entity of a crate, by its id. */
type Entity = { '@id': string; '@type': string | string[] } & Record<string, unknown>;

/** A file of the result, with its path in the archive of the result. */
export interface CrateFile {
  path: string;
  size: number;
  sha256: string;
  contentType: string;
}

/** What a crate is made from. */
export interface CrateSource {
  job: PublicJobDetails;
  /** Undefined when the tool no longer exists. */
  contract: Pick<ToolContract, 'name' | 'license' | 'citation'> | undefined;
  files: readonly CrateFile[];
  /** Public base URL of the API. */
  apiUrl: string;
}

const ref = (id: string) => ({ '@id': id });

/**
 * Returns the metadata of a research object crate (RO-Crate 1.1, https://w3id.org/ro/crate/1.1) that describes how a job made its
 * result, by the profile Process Run Crate 0.5. As `ro-crate-metadata.json` it belongs into the extracted archive of the result. The
 * inputs stay where they are, at their address in the API.
 */
export function roCrate({ job, contract, files, apiUrl }: CrateSource) {
  const ended = job.completed_at ?? job.created_at;
  const tool = `#tool-${job.tool}`;
  const inputs = job.inputs.map(
    (input, i): Entity => ({
      '@id': `${apiUrl}/jobs/${job.id}/inputs/${i + 1}`,
      '@type': 'File',
      name: input.label || input.name || input.id,
      description: `Input ${input.slot_id}: ${input.kind}, ${input.format}`,
      contentSize: String(input.size),
      sha256: input.sha256,
      encodingFormat: 'application/octet-stream',
    }),
  );
  const outputs = files.map(
    ({ path, size, sha256, contentType }): Entity => ({
      '@id': path,
      '@type': 'File',
      name: path.split('/').at(-1),
      contentSize: String(size),
      sha256,
      encodingFormat: contentType,
    }),
  );
  const settings = Object.entries(job.settings).map(
    ([name, value]): Entity => ({
      '@id': `#setting-${name}`,
      '@type': 'PropertyValue',
      name,
      value: typeof value === 'object' ? JSON.stringify(value) : value,
    }),
  );
  const programs = (job.attempts.at(-1)?.programs ?? []).map(
    ({ name, version }): Entity => ({
      '@id': `#program-${name}`,
      '@type': 'SoftwareApplication',
      name,
      ...(version !== null && { softwareVersion: version }),
    }),
  );
  const { user_id: userId, name: personName } = job.submitted_by;
  const root: Entity = {
    '@id': './',
    '@type': 'Dataset',
    name: job.name || job.id,
    description: `Result of ${contract?.name ?? job.tool} ${job.tool_version}, job ${job.id}`,
    datePublished: ended,
    license: ref('#license'),
    conformsTo: ref('https://w3id.org/ro/wfrun/process/0.5'),
    hasPart: [...outputs, ...inputs].map((entity) => ref(entity['@id'])),
    mentions: ref('#run'),
  };
  const run: Entity = {
    '@id': '#run',
    '@type': 'CreateAction',
    name: `Job ${job.id}`,
    instrument: ref(tool),
    object: [...inputs, ...settings].map((entity) => ref(entity['@id'])),
    result: outputs.map((entity) => ref(entity['@id'])),
    agent: ref(`#${userId}`),
    ...(job.started_at && { startTime: job.started_at }),
    endTime: ended,
    actionStatus: ref(
      `http://schema.org/${job.status === 'COMPLETED' ? 'CompletedActionStatus' : 'FailedActionStatus'}`,
    ),
    ...(job.error && { error: job.error }),
  };
  const software: Entity = {
    '@id': tool,
    '@type': 'SoftwareApplication',
    name: contract?.name ?? job.tool,
    identifier: `${job.tool}@${job.tool_version}`,
    softwareVersion: job.tool_version,
    ...(contract && { license: contract.license }),
    ...(contract?.citation.doi && { citation: ref(`https://doi.org/${contract.citation.doi}`) }),
    softwareRequirements: programs.map((entity) => ref(entity['@id'])),
  };
  const license: Entity = {
    '@id': '#license',
    '@type': 'CreativeWork',
    name: 'No licence stated',
    description: 'Rotamer does not know under which licence the owner of the data shares them.',
  };
  const metadata: Entity = {
    '@id': 'ro-crate-metadata.json',
    '@type': 'CreativeWork',
    about: ref('./'),
    conformsTo: ref('https://w3id.org/ro/crate/1.1'),
  };
  const cited = contract?.citation.doi
    ? [{ '@id': `https://doi.org/${contract.citation.doi}`, '@type': 'ScholarlyArticle', name: contract.citation.text }]
    : [];
  const profile: Entity = {
    '@id': 'https://w3id.org/ro/wfrun/process/0.5',
    '@type': 'CreativeWork',
    name: 'Process Run Crate',
    version: '0.5',
  };
  const person: Entity = { '@id': `#${userId}`, '@type': 'Person', name: personName || userId };
  return {
    '@context': 'https://w3id.org/ro/crate/1.1/context',
    '@graph': [
      ...[metadata, root, profile, license, run, software, person],
      ...cited,
      ...programs,
      ...outputs,
      ...inputs,
      ...settings,
    ],
  };
}
