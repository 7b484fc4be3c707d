import { hash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Api } from '../api/openApi.ts';
import type { Site } from './site.ts';

type Person = Pick<Site, 'workspace' | 'otherWorkspaces' | 'person' | 'isOperator'>;

/** How long a name is trusted, in milliseconds. The data of a page is always read with the session, so it ends at once. */
const TRUSTED_MS = 15_000;

/** Most workspaces in the menu. */
const SHOWN = 50;

/** Reads who a session belongs to, and remembers it for some seconds: a reader opens several pages in that time. */
export function rememberPeople(): { of(token: string, workspaceId: string, api: Api): Promise<Person> } {
  const recent = new LRUCache<string, Person>({ max: 10_000, ttl: TRUSTED_MS });
  return {
    async of(token, workspaceId, api) {
      const key = hash('sha256', `${token} ${workspaceId}`);
      const known = recent.get(key);
      if (known) return known;
      const person = await read(api, workspaceId);
      recent.set(key, person);
      return person;
    },
  };
}

async function read(api: Api, workspaceId: string): Promise<Person> {
  const [{ user, workspace }, { data }, isOperator] = await Promise.all([
    api.session.get(),
    api.session.workspaces({ limit: SHOWN }).page(),
    api.operator('').then(
      ({ ok }) => ok,
      () => false,
    ),
  ]);
  const others = data.filter(({ id }) => id !== workspaceId);
  return { workspace, person: user, isOperator, otherWorkspaces: others.map(({ id, name }) => ({ id, name })) };
}
