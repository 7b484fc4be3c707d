import type { PublicJobDetails } from '@rotamer/api/schemas/jobDetails.ts';
import type { ResultManifest } from '@rotamer/domain/results/resultManifest.ts';
import { enumName } from '@rotamer/kit/enumWord.ts';
import type { Job } from '@rotamer/proto/jobs/v1/job.ts';
import { textFile, withManifest } from './archiveFiles.ts';
import { createPaths } from './archivePaths.ts';
import type { ArchiveFile } from './tarArchive.ts';

/** What the attempt ran that made the result. */
export type Ran = Pick<PublicJobDetails['attempts'][number], 'programs' | 'commands' | 'commands_left_out'>;

/**
 * Returns the files of the archive of a job's result: each file in a folder of its port, and the structured items as `items.json`.
 * Items of a large result are among the files, as JSON Lines.
 */
export function resultArchive({ id, tool, status }: Job, manifest: ResultManifest, ran?: Ran): ArchiveFile[] {
  const files = resultFiles(manifest);
  const items =
    manifest.items.length > 0 ? [textFile('items.json', `${JSON.stringify(manifest.items, null, 2)}\n`)] : [];
  const head = {
    ...{ job_id: id, tool, tool_version: manifest.tool_version, status: enumName('JOB_STATUS', status) },
    ...(ran && ran.commands.length > 0 && ran),
  };
  return withManifest(head, [...items, ...files]);
}

/** Returns the files of a result, each with its path in the archive. */
export function resultFiles(manifest: ResultManifest) {
  const pathOf = createPaths();
  return manifest.files.map(({ key, name, size, sha256, output_port_id, content_type }) => {
    return { path: pathOf(output_port_id, name), key, size, sha256, output_port_id, content_type };
  });
}
