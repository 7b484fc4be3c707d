import type { PublicJob } from '@rotamer/api/schemas/job.ts';
import { goneSignal } from '@rotamer/http/request/goneSignal.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isLimit, isOutage } from '../api/apiError.ts';
import type { Api } from '../api/gateway.ts';
import { findJob, hasEnded, jobIdOf } from '../api/jobs.ts';
import type { Deps } from '../deps.ts';
import { BadRequest } from '../http/badRequest.ts';
import { callerOf } from '../http/callerOf.ts';
import { failureOf } from '../http/failureOf.ts';
import { fieldsOf } from '../http/fields.ts';
import { openFile } from '../http/openFile.ts';
import { sendParameter, sendParameters, sendResultTypes } from './describe.ts';
import { sendDocument } from './documents.ts';
import { runJob } from './runJob.ts';
import type { ResultType, Service } from './service.ts';
import { services } from './services/services.ts';

const BASE = '/Tools/services/rest/:service';

/** The Job Dispatcher of EMBL-EBI: `run`, `status`, `resulttypes` and `result` of a few services. */
export function dispatcher({ apiOf, readResult, aliases }: Deps) {
  async function resultTypesOf(request: FastifyRequest): Promise<{ job: PublicJob; types: ResultType[]; api: Api }> {
    const caller = callerOf(request);
    const api = apiOf(caller);
    const service = serviceOf(request);
    const job = await jobOf(request, api, service);
    if (!job) throw new BadRequest('No job has this id.');
    if (job.status !== 'COMPLETED') throw new BadRequest(job.error ?? `The job is ${statusOf(job)}; it has no result.`);
    const { files } = await readResult(caller, api, job.id);
    return { job, types: service.resultTypes(files), api };
  }

  return async (app: FastifyInstance) => {
    app.setErrorHandler(answerError);

    app.get(`${BASE}/parameters`, async (request, reply) => sendParameters(request, reply, serviceOf(request)));

    app.get(`${BASE}/parameterdetails/:parameter`, async (request, reply) => {
      const { parameters, id } = serviceOf(request);
      const name = paramsOf(request).parameter!;
      if (!Object.hasOwn(parameters, name)) throw new BadRequest(`${id} has no parameter ${name}.`);
      return sendParameter(request, reply, parameters[name]!);
    });

    app.post(`${BASE}/run`, async (request, reply) => {
      const jobId = await runJob(apiOf(callerOf(request)), serviceOf(request), fieldsOf(request), aliases);
      return reply.type('text/plain; charset=utf-8').send(jobId);
    });

    app.get(`${BASE}/status/:job`, async (request, reply) => {
      const status = await jobOf(request, apiOf(callerOf(request)), serviceOf(request)).then(
        statusOf,
        (error: unknown) => {
          // The client polls again.
          if (isLimit(error) || isOutage(error)) return 'RUNNING';
          throw error;
        },
      );
      return reply.type('text/plain; charset=utf-8').send(status);
    });

    app.get(`${BASE}/resulttypes/:job`, async (request, reply) => {
      const { types } = await resultTypesOf(request);
      return sendResultTypes(request, reply, types);
    });

    app.get(`${BASE}/result/:job/:type`, async (request, reply) => {
      const { job, types, api } = await resultTypesOf(request);
      const wanted = paramsOf(request).type;
      const type = types.find(({ identifier }) => identifier === wanted);
      if (!type)
        throw new BadRequest(
          `The job has no result ${wanted}; it has ${types.map(({ identifier }) => identifier).join(', ')}.`,
        );
      const text = await openFile(api, job.id, type.file, goneSignal(reply));
      return reply.type(`${type.mediaType};charset=UTF-8`).send(text);
    });
  };
}

function paramsOf(request: FastifyRequest): Record<string, string> {
  return request.params as Record<string, string>;
}

function serviceOf(request: FastifyRequest): Service {
  const { service: id } = paramsOf(request);
  const service = services.get(id!);
  if (!service) throw new BadRequest(`Rotamer has no service ${id}; it has ${[...services.keys()].join(', ')}.`);
  return service;
}

/** Returns the job of a request, `<service>-<id>`; undefined if the caller has no such job of this service. */
function jobOf(request: FastifyRequest, api: Api, { id, tool }: Service): Promise<PublicJob | undefined> {
  const { job } = paramsOf(request);
  return findJob(api, job!.startsWith(`${id}-`) ? jobIdOf(job!.slice(id.length + 1)) : undefined, tool);
}

function statusOf(job: PublicJob | undefined): string {
  if (!job) return 'NOT_FOUND';
  if (hasEnded(job.status)) return job.status === 'COMPLETED' ? 'FINISHED' : 'FAILURE';
  return job.status === 'PROCESSING' ? 'RUNNING' : 'QUEUED';
}

/** Sends an error as the document from which clients print the description. */
function answerError(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const { message, status, headers } = failureOf(error, request);
  reply.code(status).headers(headers);
  sendDocument(request, reply, ['error', [['description', message]]], { error: { description: message } });
}
