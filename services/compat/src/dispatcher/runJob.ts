import { randomUUID } from 'node:crypto';
import { ApiError } from '../api/apiError.ts';
import type { Api } from '../api/gateway.ts';
import { tailOf } from '../api/jobs.ts';
import type { Aliases } from '../databases.ts';
import { BadRequest } from '../http/badRequest.ts';
import type { Fields } from '../http/fields.ts';
import { inOwnWords } from '../http/inOwnWords.ts';
import { readParameters, shown } from '../http/readParameters.ts';
import type { Service } from './service.ts';

/** Submits a job of a service. Returns its id in the form of the Job Dispatcher: `<service>-<id>`. */
export async function runJob(api: Api, service: Service, fields: Fields, aliases: Aliases): Promise<string> {
  const readers = Object.fromEntries(Object.entries(service.parameters).map(([name, { read }]) => [name, read]));
  const { settings, origins } = readParameters({ email: shown, title: shown, key: shown, ...readers }, fields);
  const all = { ...service.defaults, ...settings };
  const { inputs, names, settings: ofInputs } = service.inputs(fields, aliases);
  const body = {
    tool: service.tool,
    name: (fields.get('title')?.trim() || service.id).slice(0, 100),
    input: { inputs },
    settings: { ...(service.adjust?.(all, fields) ?? all), ...ofInputs },
  };
  const job = await api.submit(body, randomUUID()).catch((error: unknown) => {
    if (!(error instanceof ApiError) || error.problems.length === 0) throw error;
    const origin = new Map([...origins, ['database', 'database']]);
    throw new BadRequest(`Invalid parameters: ${inOwnWords(error, { inputs: names, settings: origin })}`);
  });
  return `${service.id}-${tailOf(job.id)}`;
}
