import { rootOf } from '@rotamer/http/server/baseUrl.ts';
import { Fault } from '@rotamer/kit/errors/fault.ts';
import { sessionCookie } from '@rotamer/pages/static/sessionCookie.ts';
import type { FastifyRequest } from 'fastify';
import type { Api } from '../api/openApi.ts';
import type { Deps } from '../deps.ts';
import { formTokenOf } from '../http/formToken.ts';
import { rememberPeople } from './people.ts';
import type { Section, Site } from './site.ts';

/** One request of a person who is signed in, below `/w/{workspace}`. */
export interface Visit {
  /** The public API, as this person may use it in this workspace. */
  api: Api;
  workspaceId: string;
  /** The token of the session. It is never part of a page. */
  token: string;
  /** Reads what the frame of a page shows. */
  site(section: Section): Promise<Site>;
}

export type VisitOf = (request: FastifyRequest) => Visit;

/** The form of a session's token. Anything else in the cookie is not sent to the gateway. */
const TOKEN = /^rot_sess_\w{40,80}$/;

/** The form of ids, also of workspaces. */
const ID = /^[a-z]+_[\w-]{1,60}$/;

/** @throws unauthorized when the browser has no session; not_found when the path names no workspace */
export function createVisits({ openApi, publicUrl }: Pick<Deps, 'openApi' | 'publicUrl'>): {
  visit: VisitOf;
  tokenOf: (request: FastifyRequest) => string;
} {
  const cookie = sessionCookie(publicUrl);
  const people = rememberPeople();

  function tokenOf(request: FastifyRequest): string {
    const token = request.cookies[cookie] ?? '';
    if (!TOKEN.test(token)) throw new Fault('unauthorized', 'You are not signed in.');
    return token;
  }

  async function readCredits(api: Api): Promise<number | undefined> {
    // A page must not fail only because its frame lacks a number. A plan without the API has no credits to show.
    return api.account().then(
      ({ workspace }) => workspace.credits.available,
      () => undefined,
    );
  }

  function visit(request: FastifyRequest): Visit {
    const token = tokenOf(request);
    const { workspace: workspaceId = '' } = request.params as { workspace?: string };
    if (!ID.test(workspaceId)) throw new Fault('not_found', 'No such workspace.');
    const api = openApi({ token, workspaceId, address: request.ip });
    return {
      api,
      workspaceId,
      token,
      async site(section) {
        const [person, credits] = await Promise.all([people.of(token, workspaceId, api), readCredits(api)]);
        return { ...person, credits, section, root: rootOf(request), formToken: formTokenOf(token) };
      },
    };
  }
  return { visit, tokenOf };
}
