import type { Credential } from '@rotamer/accounts/access/credential.ts';
import { isLimited } from '@rotamer/accounts/access/keyRights.ts';
import { hasRole, type Scope } from '@rotamer/api/operation/access.ts';
import type { eventQuery } from '@rotamer/api/schemas/event.ts';
import {
  type EventResource,
  type EventType,
  eventResources,
  eventTypes,
  resourceOf,
} from '@rotamer/api/schemas/eventTypes.ts';
import { validationFault } from '@rotamer/kit/errors/fault.ts';
import type { FeedFilter } from '@rotamer/streams/events/sharedReads.ts';
import type { Static, TObject } from 'typebox';
import { requireScope } from '../../access/authorise.ts';
import { notForLimited, refuseProject } from '../../access/limitKey.ts';

type Query = Static<TObject<typeof eventQuery>>;

/** The scopes with which resources are read, as in the operations that read them. */
const scopeOf: Readonly<Record<EventResource, Scope>> = {
  job: 'jobs:read',
  workflow_run: 'jobs:read',
  file: 'files:read',
  project: 'projects:read',
  budget: 'workspace:read',
};

/**
 * Returns the filter for a query and the rights of its credential. A key that is limited to projects or tools sees no budgets, as in
 * `GET /budgets`.
 *
 * @throws validation_error for an unknown type
 * @throws forbidden when the credential may see none of the wanted types, or not the wanted project
 */
export function feedFilter(query: Query, credential: Credential): FeedFilter {
  const { projectIds, userId, keyId, role, scopes } = credential;
  const wanted = typesOf(query.type);
  const allowed = wanted.filter((type) => scopes.includes(scopeOf[resourceOf(type)]));
  if (allowed.length === 0) requireScope(scopeOf[resourceOf(wanted[0]!)], credential);
  const types = allowed.filter((type) => resourceOf(type) !== 'budget' || !isLimited(credential));
  if (types.length === 0) throw notForLimited();
  if (query.project_id !== undefined) refuseProject(credential, query.project_id);
  return {
    types,
    projectId: query.project_id,
    runId: query.run_id,
    resourceId: query.resource_id,
    visible: {
      projectIds: projectIds ?? [],
      audiences: [userId, keyId],
      everyAudience: hasRole(role, 'admin'),
    },
  };
}

/**
 * Returns the types that a filter such as `job.*,file.created` means.
 *
 * @throws validation_error for a type that does not exist
 */
function typesOf(filter: string | undefined): EventType[] {
  const all = Object.keys(eventTypes) as EventType[];
  if (filter === undefined) return all;
  const words = new Set(filter.split(','));
  const known = new Set([...all, ...eventResources.map((resource) => `${resource}.*`)]);
  const unknown = [...words].find((word) => !known.has(word));
  if (unknown !== undefined)
    throw validationFault([
      { path: 'type', message: `${unknown} is not a type of events; the types are ${[...known].join(', ')}` },
    ]);
  return all.filter((type) => words.has(type) || words.has(`${resourceOf(type)}.*`));
}
