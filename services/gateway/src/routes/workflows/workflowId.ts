import { notFound } from '@rotamer/kit/errors/fault.ts';
import { isId } from '@rotamer/kit/ids.ts';
import { Type } from 'typebox';

/** The path parameters of a workflow's routes. */
export const workflowParams = Type.Object({ workflowId: Type.String() });

/** The workflow id in a path; a malformed one is not_found, without a call. */
export function workflowIdOf({ workflowId }: { workflowId: string }): string {
  if (!isId('wf', workflowId)) throw notFound('workflow');
  return workflowId;
}
