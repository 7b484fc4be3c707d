import type { FastifyReply } from 'fastify';
import type { Api, Caller } from '../api/gateway.ts';
import type { Deps } from '../deps.ts';
import type { Fields } from '../http/fields.ts';

/** One request: its parameters, in upper case, and the API with the key of its caller. */
export interface Asked {
  fields: Fields;
  caller: Caller;
  api: Api;
  reply: FastifyReply;
}

/** Handles the requests of one `CMD`. Returns the page, or the reply that it has sent. */
export type Command = (asked: Asked, deps: Deps) => Promise<unknown>;
