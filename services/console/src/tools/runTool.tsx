import { randomUUID } from 'node:crypto';
import type { Tool } from '@rotamer/client';
import { formOf } from '@rotamer/http/request/form.ts';
import type { FastifyInstance } from 'fastify';
import type { Api } from '../api/openApi.ts';
import { refuseForeignForm } from '../http/formToken.ts';
import type { ReadTool } from '../job/readTool.ts';
import { wantsJson } from '../site/answerErrors.ts';
import { sendPage } from '../site/sendPage.tsx';
import { pathTo } from '../site/site.ts';
import type { VisitOf } from '../site/visit.ts';
import { type Fetched, fetchEntries, rememberSources } from './fetchEntries.ts';
import { priceOf } from './priceOfForm.ts';
import { RunPage } from './RunPage.tsx';
import { earlierJob, filesOf, readTool } from './readForTool.ts';
import { requestOf } from './requestOf.ts';
import { chooseFile, chosenFiles, emptyForm, formOfJob, formOfRequest, type RunForm, readForm } from './runForm.ts';
import { submit } from './submitForm.ts';

interface ToolParams {
  toolId: string;
}

/** The form of a tool: GET shows it, POST .../price answers with its price, and POST runs it. */
export function runTool(app: FastifyInstance, visit: VisitOf, recallTool: ReadTool): void {
  const readSources = rememberSources();

  app.get<{ Params: ToolParams; Querystring: { example?: string; from?: string; file?: string } }>(
    '/w/:workspace/tools/:toolId',
    async (request, reply) => {
      const here = visit(request);
      const { file: fileId = '' } = request.query;
      const { tool, files, projects, frame } = await readTool(here, request.params.toolId, [fileId]);
      const sources = await readSources(here.api);
      const filled = request.query.example === '1' && tool.example;
      const earlier = await earlierJob(here.api, request.query.from);
      const form = earlier ? formOfJob(tool, earlier) : filled ? formOfRequest(tool, filled) : emptyForm(tool);
      const chosen = files.find(({ id }) => id === fileId);
      if (chosen) chooseFile(tool, form, chosen);
      const made = requestOf(tool, form, files);
      const price = await priceOf(here.api, form, made);
      const submission = randomUUID();
      const page = { tool, files, projects, sources, form, price, earlier, request: made.request, submission };
      return sendPage(reply, frame, tool.name, <RunPage {...page} />);
    },
  );

  app.post<{ Params: ToolParams }>('/w/:workspace/tools/:toolId/price', async (request, reply) => {
    const { api, token } = visit(request);
    refuseForeignForm(request, token);
    const { toolId } = request.params;
    // A reader who types asks often: the contract is remembered, and files are read only when one is chosen.
    const tool = (await recallTool(api, toolId)) ?? (await api.tools.get(toolId));
    const form = readForm(tool, formOf(request));
    const files = await filesOf(api, chosenFiles(form));
    return reply.type('application/json').send(await priceOf(api, form, requestOf(tool, form, files)));
  });

  app.post<{ Params: ToolParams }>('/w/:workspace/tools/:toolId', async (request, reply) => {
    const here = visit(request);
    const fields = formOf(request);
    refuseForeignForm(request, here.token);
    const fileIds = [...fields].flatMap(([name, value]) => (name.startsWith('file.') ? [value] : []));
    const { tool, files: offered, projects, frame } = await readTool(here, request.params.toolId, fileIds);
    const form = readForm(tool, fields);
    const wanted = fields.get('do') ?? 'run';
    const submission = fields.get('submission') || randomUUID();
    if (wanted.startsWith('more.')) form.boxes[wanted.slice(5)]?.push({ text: '', fileId: '' });
    const fetched = await fetchWanted(here.api, tool, form, fields, submission);
    const files = [...fetched.files, ...offered];
    const made = requestOf(tool, form, files);
    made.problems.push(...fetched.problems);
    const outcome =
      wanted === 'run'
        ? await submit(here.api, form, made, submission)
        : { price: await priceOf(here.api, form, made) };
    const location = 'path' in outcome ? pathTo(frame, outcome.path) : undefined;
    if (wantsJson(request))
      return reply.type('application/json').send('price' in outcome ? { price: outcome.price } : { location });
    if (!('price' in outcome)) return reply.redirect(location!, 303);
    const earlier = await earlierJob(here.api, form.from);
    const sources = await readSources(here.api);
    const page = { tool, files, projects, sources, form, price: outcome.price, earlier, request: made.request };
    return sendPage(reply, frame, tool.name, <RunPage {...page} submission={submission} sent />);
  });
}

/**
 * Fetches the entries of the slot whose ids are filled in, first of that whose button was pressed. The Enter key presses the first
 * button of a form, so a button without ids fetches nothing, and the form shows its price.
 */
async function fetchWanted(
  api: Api,
  tool: Tool,
  form: RunForm,
  fields: URLSearchParams,
  key: string,
): Promise<Fetched> {
  const pressed = fields.get('do') ?? '';
  if (!pressed.startsWith('fetch.')) return { files: [], problems: [] };
  const filled = tool.input.slots.filter(({ id }) => fields.get(`ids.${id}`)?.trim());
  const slot = filled.find(({ id }) => pressed === `fetch.${id}`) ?? filled[0];
  if (!slot) return { files: [], problems: [] };
  const [source, ids] = [fields.get(`source.${slot.id}`) ?? '', fields.get(`ids.${slot.id}`) ?? ''];
  return await fetchEntries(api, slot, form, { source, ids, key });
}
