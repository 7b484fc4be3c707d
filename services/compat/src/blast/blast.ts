import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Deps } from '../deps.ts';
import { BadRequest } from '../http/badRequest.ts';
import { callerOf } from '../http/callerOf.ts';
import { fieldsOf } from '../http/fields.ts';
import { answerError } from './answerError.ts';
import type { Command } from './command.ts';
import { deleteSearch } from './deleteSearch.ts';
import { getSearch } from './getSearch.ts';
import { listDatabases } from './listDatabases.ts';
import { putSearch } from './putSearch.ts';

const commands: Record<string, Command> = {
  PUT: putSearch,
  GET: getSearch,
  DELETE: deleteSearch,
  INFO: listDatabases,
};

/** The URL API of NCBI BLAST: `CMD=Put`, `Get`, `Delete` and `Info` at `Blast.cgi`, with GET or POST. */
export function blast(deps: Deps) {
  async function answer(request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
    const fields = fieldsOf(request, (name) => name.toUpperCase());
    const name = fields.get('CMD')?.toUpperCase() ?? '';
    if (!Object.hasOwn(commands, name)) throw new BadRequest('CMD must be Put, Get, Delete or Info');
    const caller = callerOf(request);
    reply.type('text/plain; charset=utf-8');
    return commands[name]!({ fields, caller, api: deps.apiOf(caller), reply }, deps);
  }

  return async (app: FastifyInstance) => {
    app.setErrorHandler(answerError);
    for (const url of ['/Blast.cgi', '/blast/Blast.cgi']) app.route({ method: ['GET', 'POST'], url, handler: answer });
  };
}
