import { addressBlock } from '@rotamer/http/limits/addressBlock.ts';
import { tooMany } from '@rotamer/http/limits/tooMany.ts';
import type { ShowPage } from '@rotamer/http/pages/showPage.ts';
import { formOf } from '@rotamer/http/request/form.ts';
import { rootOf } from '@rotamer/http/server/baseUrl.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { CredentialRecord } from '../access/credential.ts';
import { actorOf, audited } from '../audit/audited.ts';
import type { AccountDeps } from '../deps.ts';
import { readUserCode, showUserCode } from '../devices/userCode.ts';
import { type BrowserForms, foreignForm } from '../sessions/browserForms.ts';
import type { BrowserSessions } from '../sessions/browserSessions.ts';
import { workspaceOf } from '../sessions/countRequest.ts';
import { toAccount } from '../signIn/links.ts';

/** How many codes may be tried in a minute: by one person, and from one address. There are 2.6e10 codes. */
const PER_PERSON = 10;
const PER_ADDRESS = 30;

const UNKNOWN = 'No program waits under this code. Check the code, or begin again in the program.';

const DONE = {
  page: 'message',
  title: 'The program is signed in',
  message: 'Go back to it; it continues within a few seconds. Its session is on the page of your account.',
  link: toAccount,
} as const;

const REFUSED = {
  page: 'message',
  title: 'The program was refused',
  message: 'It gets no access. If you did not start it, nothing more is needed.',
  link: toAccount,
} as const;

type Needs = Pick<AccountDeps, 'devices' | 'rates' | 'workspaces' | 'clock' | 'audit'> & { show: ShowPage };

/**
 * GET /device, POST /device and POST /device/decision: a person confirms the code that a program shows. Only the page that showed
 * the program has the token for the decision, so a code cannot be approved without being looked up and counted.
 */
export function devicePages(app: FastifyInstance, deps: Needs, browsers: BrowserSessions, forms: BrowserForms): void {
  const { devices, rates, clock, show } = deps;

  async function countTry(who: CredentialRecord, request: FastifyRequest): Promise<void> {
    const tries = [
      await rates.spend(`codes of ${who.userId}`, PER_PERSON),
      await rates.spend(`codes from ${addressBlock(request.ip)}`, PER_ADDRESS),
    ];
    const refused = tries.find(({ admitted }) => !admitted);
    if (refused) throw tooMany(refused);
  }

  const askForCode = (
    request: FastifyRequest,
    reply: FastifyReply,
    who: CredentialRecord,
    code: string,
    notice?: string,
  ) =>
    show(request, reply, {
      page: 'deviceCode',
      token: forms.token(request, reply, `device ${who.keyId}`),
      code,
      notice,
    });

  function toLogin(request: FastifyRequest, reply: FastifyReply, code: string): FastifyReply {
    const next = code ? `/device?code=${code}` : '/device';
    return reply.redirect(`${rootOf(request)}login?next=${encodeURIComponent(next)}`, 303);
  }

  app.get<{ Querystring: { code?: unknown } }>('/device', async (request, reply) => {
    const code = readUserCode(String(request.query.code ?? ''));
    const shown = code ? showUserCode(code) : '';
    const who = await browsers.find(request);
    return who ? askForCode(request, reply, who, shown) : toLogin(request, reply, shown);
  });

  app.post('/device', async (request, reply) => {
    const who = await browsers.find(request);
    const form = formOf(request);
    const typed = (form.get('code') ?? '').slice(0, 40);
    if (!who) return toLogin(request, reply, '');
    if (!forms.isOwn(request, form.get('token') ?? '', `device ${who.keyId}`)) throw foreignForm();
    await countTry(who, request);
    const code = readUserCode(typed);
    const device = code && (await devices.find(code));
    if (!device) return askForCode(request, reply.code(404), who, typed, UNKNOWN);
    const { name } = await workspaceOf(deps, who, request);
    return show(request, reply, {
      page: 'device',
      token: forms.token(request, reply, `decide ${who.keyId} ${device.userCode}`),
      code: showUserCode(device.userCode),
      clientName: device.clientName,
      address: device.address,
      ageMinutes: Math.floor((clock().getTime() - device.createdAt.getTime()) / 60_000),
      workspace: name,
    });
  });

  app.post('/device/decision', async (request, reply) => {
    const who = await browsers.find(request);
    const form = formOf(request);
    if (!who) return toLogin(request, reply, '');
    const userCode = readUserCode(form.get('code') ?? '') ?? '';
    if (!forms.isOwn(request, form.get('token') ?? '', `decide ${who.keyId} ${userCode}`)) throw foreignForm();
    const approved = form.get('decision') === 'approve';
    const { userId, workspaceId } = who;
    const action = approved ? ('device.approved' as const) : ('device.refused' as const);
    const isDecided = await audited(
      deps,
      request,
      { workspaceId, actor: actorOf(who), action, resourceType: 'device' },
      () => devices.decide({ userCode, approved, userId, workspaceId }),
    );
    if (!isDecided) return askForCode(request, reply.code(409), who, '', UNKNOWN);
    return show(request, reply, approved ? DONE : REFUSED);
  });
}
