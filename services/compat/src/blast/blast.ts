import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { hasEnded } from '../api/jobs.ts';
import type { Deps } from '../deps.ts';
import { BadRequest } from '../http/badRequest.ts';
import { callerOf } from '../http/callerOf.ts';
import { fieldsOf } from '../http/fields.ts';
import { answerError } from './answerError.ts';
import type { Command } from './command.ts';
import { findSearch } from './findSearch.ts';
import { getSearch } from './getSearch.ts';
import { statusPage } from './pages.ts';
import { putSearch } from './putSearch.ts';

/** `CMD=Delete`: ends a search that has not ended. Rotamer keeps the job, so its RID stays readable. */
const deleteSearch: Command = async ({ fields, api }) => {
  const job = await findSearch(api, fields);
  if (job && !hasEnded(job.status)) await api.stop(job.id);
  return statusPage(job ? 'FAILED' : 'UNKNOWN');
};

/** `CMD=Info`: the databases that the caller may search, one a line. */
const listDatabases: Command = async ({ api }) => {
  return (await api.datasets()).map((id) => `${id}\n`).join('');
};

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
