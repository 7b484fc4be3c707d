import { goneSignal } from '@rotamer/http/request/goneSignal.ts';
import { partsOf } from '@rotamer/kit/http/multipart.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { refuseForeignForm } from '../http/formToken.ts';
import { wantsJson } from '../site/answerErrors.ts';
import { sendPage } from '../site/sendPage.tsx';
import { pathTo } from '../site/site.ts';
import type { Visit, VisitOf } from '../site/visit.ts';
import { type StoredFile, storeFile } from './storeFile.ts';
import { UploadedPage } from './UploadedPage.tsx';

/** Most files of one form. With scripts, each file is sent separately. */
const MAX_FILES = 100;

/**
 * POST /w/{workspace}/files: stores the files of a form in the library, one after the other. A script gets what became of each as JSON.
 * A browser without scripts is led to the list, or to a page that says which files were refused.
 */
export function uploadFiles(app: FastifyInstance, visit: VisitOf): void {
  app.register(async (forms) => {
    // The form is read from the request as it arrives.
    forms.addContentTypeParser('multipart/form-data', (_request, _payload, done) => done(null));
    forms.post('/w/:workspace/files', async (request, reply) => {
      const here = visit(request);
      const stored = await receive(request, reply, here);
      if (wantsJson(request)) return reply.type('application/json').send({ files: stored });
      const frame = await here.site('files');
      if (stored.length > 0 && stored.every(({ problem }) => problem === undefined))
        return reply.redirect(pathTo(frame, 'files'), 303);
      return sendPage(reply, frame, 'Files', <UploadedPage files={stored} />);
    });
  });
}

async function receive(request: FastifyRequest, reply: FastifyReply, { api, token }: Visit): Promise<StoredFile[]> {
  const fields = new Map<string, string>();
  const stored: StoredFile[] = [];
  const signal = goneSignal(reply);
  try {
    for await (const part of partsOf(request, { files: MAX_FILES })) {
      if ('value' in part) {
        fields.set(part.name, part.value);
        continue;
      }
      refuseForeignForm(request, token, fields.get('token') ?? '');
      // A browser sends a file without a name when none was chosen.
      if (part.filename === '') part.file.resume();
      else {
        const [projectId = '', key] = [fields.get('project'), fields.get('key')];
        stored.push(await storeFile(api, part, { projectId, key, signal }));
      }
    }
    return stored;
  } finally {
    // Discards the rest of a refused form, so that the browser can read the response.
    request.raw.unpipe().resume();
  }
}
