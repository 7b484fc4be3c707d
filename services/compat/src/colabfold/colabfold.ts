import type { PublicJob } from '@rotamer/api/schemas/job.ts';
import { goneSignal } from '@rotamer/http/request/goneSignal.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ApiError, isLimit, isOutage } from '../api/apiError.ts';
import type { Api } from '../api/gateway.ts';
import { findJob, hasEnded, jobIdOf, tailOf } from '../api/jobs.ts';
import type { Deps } from '../deps.ts';
import { BadRequest } from '../http/badRequest.ts';
import { callerOf } from '../http/callerOf.ts';
import { failureOf } from '../http/failureOf.ts';
import { fieldsOf } from '../http/fields.ts';
import { inOwnWords } from '../http/inOwnWords.ts';
import { openFile } from '../http/openFile.ts';
import { archiveOf } from './archive.ts';
import { searchOf, submitTicket } from './submitTicket.ts';

/** The MSA server of ColabFold: tickets and their archives, for the database in the address or the usual one. */
export function colabfold({ apiOf, readResult, aliases, msaDatabase }: Deps) {
  async function submit(request: FastifyRequest) {
    const { database = msaDatabase } = paramsOf(request);
    const body = searchOf(fieldsOf(request), database, aliases);
    const job = await submitTicket(apiOf(callerOf(request)), body, new Date()).catch((error: unknown) => {
      if (!(error instanceof ApiError) || error.problems.length === 0) throw error;
      throw new BadRequest(
        inOwnWords(error, { inputs: ['q', 'database'], settings: new Map([['database', 'database']]) }),
      );
    });
    return ticketOf(job);
  }

  async function status(request: FastifyRequest, reply: FastifyReply) {
    const { ticket } = paramsOf(request);
    try {
      const job = await jobOf(apiOf(callerOf(request)), ticket!);
      return job ? ticketOf(job) : reply.code(404).send({ id: ticket, status: 'ERROR', error: 'No such ticket.' });
    } catch (error) {
      // A client that reads another status than RUNNING would begin again from the start.
      if (isLimit(error) || isOutage(error)) return { id: ticket, status: 'RUNNING' };
      throw error;
    }
  }

  async function download(request: FastifyRequest, reply: FastifyReply) {
    const caller = callerOf(request);
    const api = apiOf(caller);
    const job = await jobOf(api, paramsOf(request).ticket!);
    if (job?.status !== 'COMPLETED') throw new BadRequest('The ticket has no result.');
    const { files } = await readResult(caller, api, job.id);
    const alignments = files
      .filter(({ output_port_id }) => output_port_id === 'alignment')
      .sort((a, b) => a.order - b.order);
    const signal = goneSignal(reply);
    const archive = archiveOf(alignments, (file) => openFile(api, job.id, file, signal));
    return reply.type('application/octet-stream').send(archive);
  }

  return async (app: FastifyInstance) => {
    app.setErrorHandler(answerError);
    for (const base of ['/colabfold', '/colabfold/:database']) {
      app.post(`${base}/ticket/msa`, submit);
      app.post(`${base}/ticket/pair`, async () => {
        throw new BadRequest('Paired alignments are not available; search each chain with ticket/msa.');
      });
      app.get(`${base}/ticket/:ticket`, status);
      app.get(`${base}/result/download/:ticket`, download);
    }
  };
}

function paramsOf(request: FastifyRequest): Record<string, string | undefined> {
  return request.params as Record<string, string | undefined>;
}

function jobOf(api: Api, ticket: string): Promise<PublicJob | undefined> {
  return findJob(api, jobIdOf(ticket), 'msa-search');
}

/** Returns a job as clients see it: its id without the prefix, and its state in the words of the protocol. */
function ticketOf({ id, status, error }: PublicJob) {
  return { id: tailOf(id), status: statusOf(status), ...(hasEnded(status) && error && { error }) };
}

function statusOf(status: string): string {
  if (hasEnded(status)) return status === 'COMPLETED' ? 'COMPLETE' : 'ERROR';
  return status === 'PROCESSING' ? 'RUNNING' : 'PENDING';
}

/** Sends an error as a ticket. After RATELIMIT clients wait and submit again; MAINTENANCE and ERROR end them. */
function answerError(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const { message, status, headers } = failureOf(error, request);
  const word = isLimit(error) ? 'RATELIMIT' : isOutage(error) ? 'MAINTENANCE' : 'ERROR';
  reply.code(status).headers(headers).send({ status: word, error: message });
}
