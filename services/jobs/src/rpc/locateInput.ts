import { notFound } from '@rotamer/kit/errors/fault.ts';
import type { Rpc } from '@rotamer/kit/grpc/callContext.ts';
import { JobInputs } from '@rotamer/proto/jobs/v1/input.ts';
import type { LocatedInput, LocateInputRequest } from '@rotamer/proto/jobs/v1/jobs.ts';
import type { Deps } from '../deps.ts';
import { describeInput } from '../job/describeJob.ts';
import { readInputs, readOwnJob } from '../job/jobStore.ts';

/**
 * Returns an input of a job of the caller's workspace, with its text or the place of its bytes.
 *
 * @throws not_found for a job of another workspace, and for a number that no input has
 */
export function locateInput({ db }: Pick<Deps, 'db'>): Rpc<LocateInputRequest, LocatedInput> {
  return async ({ jobId, number }, { caller }) => {
    if (!(await readOwnJob(db, jobId, caller.workspaceId))) throw notFound('job');
    const body = await readInputs(db, jobId);
    const input = body && JobInputs.decode(body).inputs[number - 1];
    if (!input) throw notFound('input of the job');
    const { content = '', stored } = input;
    return {
      input: describeInput(input, new Map()),
      bytes: stored ? { $case: 'stored', value: stored } : { $case: 'text', value: content },
    };
  };
}
