import type { EndpointHealth } from './delivery.ts';
import type { SecretOf } from './signature.ts';

/** Most endpoints of a workspace. */
export const MAX_ENDPOINTS = 20;

/** Where a workspace wants its events. */
export interface Endpoint extends EndpointHealth, Omit<SecretOf, 'endpointId'> {
  id: string;
  workspaceId: string;
  url: string;
  description: string | null;
  /** Only events of these types; empty: all. */
  eventTypes: readonly string[];
  /** Only events of this project. */
  projectId: string | null;
  createdAt: Date;
  updatedAt: Date;
}

/** The fields of an endpoint that people change. */
export interface EndpointChange {
  url?: string;
  description?: string | null;
  eventTypes?: readonly string[];
  projectId?: string | null;
  enabled?: boolean;
}

/** The part of an event that decides which endpoints get it. */
export interface RoutedEvent {
  workspaceId: string;
  type: string;
  projectId?: string;
}

/** Returns whether an endpoint gets an event. */
export function wants(endpoint: Endpoint, { workspaceId, type, projectId }: RoutedEvent): boolean {
  if (endpoint.state !== 'enabled' || endpoint.workspaceId !== workspaceId) return false;
  if (endpoint.projectId !== null && endpoint.projectId !== projectId) return false;
  return endpoint.eventTypes.length === 0 || endpoint.eventTypes.includes(type);
}

/** Returns an endpoint with some fields changed. A new URL, and enabling, begin without failures. */
export function changeEndpoint(endpoint: Endpoint, { enabled, ...change }: EndpointChange, now: Date): Endpoint {
  const given = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
  const changed: Endpoint = { ...endpoint, ...given, updatedAt: now };
  const isNew = changed.url !== endpoint.url || (enabled === true && endpoint.state === 'disabled');
  if (isNew) Object.assign(changed, { failingSince: null, lastFailedAt: null });
  if (enabled === false && endpoint.state === 'enabled') return { ...changed, state: 'disabled', reason: 'requested' };
  if (enabled === true) return { ...changed, state: 'enabled', reason: null };
  return changed;
}
