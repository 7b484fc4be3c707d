import { Fault } from '@rotamer/kit/errors/fault.ts';
import type { CallScope } from '@rotamer/kit/grpc/callContext.ts';
import type { ResourceGroup } from '@rotamer/proto/projects/v1/members.ts';
import type { Context } from '../members.ts';

/** Ids of any resource, Rotamer's own or chosen by another application. Services are not asked about other texts. */
const POSSIBLE_ID = /^[\x21-\x7e]{1,128}$/;

/** Most characters of missing ids that one error names: a fault is sent in the headers of a response. */
const MAX_NAMED = 16_000;

/**
 * Asks every context that owns one of the types whether the workspace has all the resources.
 *
 * @throws not_found with the missing ids in `details.ids`, the same for unknown and foreign ids
 */
export async function requireResources(
  contexts: readonly Context[],
  workspaceId: string,
  groups: ResourceGroup[],
  scope: CallScope,
): Promise<void> {
  const possible = groups.map(({ type, ids }) => ({ type, ids: ids.filter((id) => POSSIBLE_ID.test(id)) }));
  const answers = await Promise.all(
    contexts.map(async ({ types, members }) => {
      const own = inRequests(possible.filter(({ type }) => types.includes(type)));
      return own.length > 0 ? (await members.findMembers({ workspaceId, groups: own }, scope)).groups : [];
    }),
  );
  const found = answers.flat();
  const missing = groups.flatMap(({ type, ids }) => {
    const known = new Set(found.filter((group) => group.type === type).flatMap((group) => group.ids));
    return ids.filter((id) => !known.has(id));
  });
  if (missing.length > 0) throw missingFault([...new Set(missing)]);
}

const MAX_IDS = 500;

/** Divides groups into the requests that Members accepts: at most 500 ids each, none empty. */
export function inRequests(groups: ResourceGroup[]): ResourceGroup[] {
  return groups.flatMap(({ type, ids }) =>
    Array.from({ length: Math.ceil(ids.length / MAX_IDS) }, (_, i) => ({
      type,
      ids: ids.slice(i * MAX_IDS, (i + 1) * MAX_IDS),
    })),
  );
}

function missingFault(missing: string[]): Fault {
  let characters = 0;
  const over = missing.findIndex((id) => {
    characters += id.length;
    return characters > MAX_NAMED;
  });
  const ids = over === -1 ? missing : missing.slice(0, over);
  const more = missing.length - ids.length;
  return new Fault('not_found', 'Some of the resources do not exist. Nothing was moved.', {
    resolution: 'Remove the ids in details.ids, or correct their types, and send the request again.',
    details: { ids, ...(more > 0 ? { more } : {}) },
  });
}
