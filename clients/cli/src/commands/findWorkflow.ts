import type { Rotamer } from '@rotamer/client';
import { UsageError } from '../exitCodes.ts';

/**
 * Returns the id of the workflow that a person named by its id or by its name, in any case.
 *
 * @throws UsageError when no workflow or several have the name; the message lists ids
 */
export async function findWorkflow(client: Rotamer, given: string): Promise<string> {
  if (/^wf_\w+$/.test(given)) return given;
  const wanted = given.trim().toLowerCase();
  const workflows = await client.workflows.list({ limit: 100 }).take(Number.POSITIVE_INFINITY);
  const found = workflows.filter(({ name }) => name.trim().toLowerCase() === wanted);
  if (found.length === 1) return found[0]!.id;
  if (found.length === 0)
    throw new UsageError(`No workflow is named '${given}'. List names and ids with: rotamer workflows list`);
  throw new UsageError(
    `${found.length} workflows are named '${given}'. Name one by its id: ${found.map(({ id }) => id).join(', ')}`,
  );
}
