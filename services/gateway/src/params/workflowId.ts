import { notFound } from '@rotamer/kit/errors/fault.ts';
import { isId } from '@rotamer/kit/ids.ts';

/** The workflow id in a path; a malformed one is not_found, without a call. */
export function workflowIdOf({ workflowId }: { workflowId: string }): string {
  if (!isId('wf', workflowId)) throw notFound('workflow');
  return workflowId;
}
