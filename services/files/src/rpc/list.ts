import { countFitting } from '@rotamer/kit/batching/fitting.ts';
import type { Rpc } from '@rotamer/kit/grpc/callContext.ts';
import { File, FileOrigin } from '@rotamer/proto/files/v1/file.ts';
import type { ListFilesRequest, ListFilesResponse } from '@rotamer/proto/files/v1/files.ts';
import type { Deps } from '../deps.ts';
import type { Origin } from '../file/file.ts';
import { listFiles } from '../file/listFiles.ts';
import { presentFile } from '../file/presentFile.ts';

const ORIGINS: Partial<Record<FileOrigin, Origin>> = {
  [FileOrigin.UPLOAD]: 'UPLOAD',
  [FileOrigin.JOB_OUTPUT]: 'JOB_OUTPUT',
  [FileOrigin.JOB_INPUT]: 'JOB_INPUT',
  [FileOrigin.IMPORT]: 'IMPORT',
};

export function list({ db }: Deps): Rpc<ListFilesRequest, ListFilesResponse> {
  return async ({ limit, origin, mine, ...rest }, { caller }) => {
    const files = await listFiles(db, {
      ...rest,
      workspaceId: caller.workspaceId,
      origin: ORIGINS[origin],
      uploadedBy: mine ? caller.userId : undefined,
      // One more than the limit, to know whether there is a next page.
      limit: limit + 1,
    });
    const found = files.map(presentFile);
    const fitting = Math.min(limit, countFitting(File, found));
    return { files: found.slice(0, fitting), hasMore: found.length > fitting };
  };
}
