import { createSign, generateKeyPairSync, type KeyObject, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { type Adapter, type AdapterPayload, Provider } from 'oidc-provider';
import { onTestFinished } from 'vitest';

/** A person at the test provider: the claims beside the subject. */
export type TestClaims = Record<string, unknown>;

export const testClient = { id: 'rotamer', secret: 'secret of the client' };

interface Options {
  /** Redirect URIs of Rotamer. */
  callbacks: string[];
  /** Where the provider leads people after signing out. */
  home?: string;
  /** The people, by subject. */
  people?: Record<string, TestClaims>;
  /** How long an authorization code is valid, in seconds. */
  codeSeconds?: number;
}

/** A real OpenID provider (npm oidc-provider) on a free port. */
export interface TestProvider {
  issuer: string;
  people: Record<string, TestClaims>;
  /** Signs somebody in at the provider, and returns the URL to which it leads the browser back. */
  signIn(authorizationUrl: string, subject: string): Promise<string>;
  /** Makes the provider sign with a new key from now on. */
  rotateKeys(): void;
  /** Changes the claims of ID tokens before they are signed, such as their audience. Undefined: no longer. */
  tamper?: (claims: TestClaims) => TestClaims;
  /** Signs tampered ID tokens with a key that the provider does not publish. */
  forges?: boolean;
  /** Makes requests to these paths fail. */
  broken: Map<string, Failure>;
}

/** `hang` never answers, `slow` sends a byte from time to time, `huge` sends JSON without an end, and `error` is status 500. */
type Failure = 'hang' | 'slow' | 'huge' | 'error';

/** Starts the provider. Its sign-in page is a form with the field `subject`, for browsers. */
export async function testProvider({ callbacks, home, people = {}, codeSeconds = 60 }: Options): Promise<TestProvider> {
  let provider: Provider;
  let key: { id: string; privateKey: KeyObject };
  const server = createServer((request, response) => void answer(request, response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const broken = new Map<string, Failure>();
  const rows = new Map<string, AdapterPayload>();

  function useKey(privateKey: KeyObject): void {
    key = { id: randomUUID(), privateKey };
    const jwk = { ...privateKey.export({ format: 'jwk' }), kid: key.id, alg: 'RS256', use: 'sig' };
    provider = new Provider(issuer, {
      clients: [
        {
          client_id: testClient.id,
          client_secret: testClient.secret,
          redirect_uris: callbacks,
          post_logout_redirect_uris: home ? [home] : [],
        },
      ],
      jwks: { keys: [jwk as never] },
      adapter: (model) => memoryAdapter(model, rows),
      scopes: ['openid', 'email', 'profile', 'groups'],
      claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'], groups: ['groups'] },
      findAccount: (_, sub) => ({ accountId: sub, claims: async () => ({ ...self.people[sub], sub }) }),
      interactions: { url: (_, { uid }) => `/interaction/${uid}` },
      features: {
        devInteractions: { enabled: false },
        rpInitiatedLogout: { enabled: true, logoutSource: askToSignOut },
      },
      cookies: { keys: ['keys of the tests'] },
      ttl: { AuthorizationCode: codeSeconds, IdToken: 20, AccessToken: 60, Session: 600, Grant: 600, Interaction: 600 },
    });
    provider.use(async (ctx, next) => {
      await next();
      const body = ctx.body as { id_token?: string } | undefined;
      if (ctx.path === '/token' && body?.id_token && self.tamper) body.id_token = resign(body.id_token, self.tamper);
    });
  }

  function resign(token: string, tamper: (claims: TestClaims) => TestClaims): string {
    const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const claims = tamper(JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString()));
    const body = `${encode({ alg: 'RS256', kid: key.id })}.${encode(claims)}`;
    const signer = self.forges ? newKey() : key.privateKey;
    return `${body}.${createSign('sha256').update(body).sign(signer, 'base64url')}`;
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const [path = ''] = request.url!.split('?');
    const failure = broken.get(path);
    if (failure === 'hang') return;
    if (failure === 'slow') return drip(response, ' ', 20);
    if (failure === 'huge') return drip(response, ' '.repeat(65_536), 0);
    if (failure === 'error') return void response.writeHead(500).end('broken');
    if (path === '/favicon.ico') return void response.writeHead(204).end();
    if (!path.startsWith('/interaction/')) return void provider.callback()(request, response);
    if (request.method !== 'POST') {
      const form = '<form method="post"><label>Name <input name="subject"></label><button>Sign in</button></form>';
      return void response.setHeader('content-type', 'text/html').end(`<h1>Test provider</h1>${form}`);
    }
    const subject = new URLSearchParams(await text(request)).get('subject')!;
    await finishInteraction(provider, request, response, subject);
  }

  const rotateKeys = () => useKey(newKey());
  const self: TestProvider = { issuer, people, broken, rotateKeys, signIn: walk };
  useKey(firstKey());
  onTestFinished(async () => {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  });
  return self;
}

/** Sends a body of JSON, piece by piece, until the client leaves. */
function drip(response: ServerResponse, piece: string, everyMs: number): void {
  response.writeHead(200, { 'content-type': 'application/json' });
  const timer = setInterval(() => response.write(piece), everyMs);
  response.on('close', () => clearInterval(timer));
}

/** The provider's page that asks whether to sign out there. */
function askToSignOut(ctx: { body: unknown }, form: string): void {
  const button = '<button form="op.logoutForm" name="logout" value="yes">Sign out</button>';
  ctx.body = `<h1>Test provider</h1>${form}${button}`;
}

function newKey(): KeyObject {
  return generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;
}

/** Making a key takes a tenth of a second, so all providers of a test file begin with one. */
let shared: KeyObject | undefined;

function firstKey(): KeyObject {
  shared ??= newKey();
  return shared;
}

/** Keeps what the provider stores, also when its keys change. */
function memoryAdapter(model: string, rows: Map<string, AdapterPayload>): Adapter {
  const find = async (id: string) => rows.get(`${model} ${id}`);
  const findByUid = async (uid: string) =>
    [...rows].find(([name, row]) => name.startsWith(`${model} `) && row.uid === uid)?.[1];
  return {
    find,
    findByUid,
    findByUserCode: async () => undefined,
    upsert: async (id, payload) => void rows.set(`${model} ${id}`, payload),
    consume: async (id) => void Object.assign((await find(id))!, { consumed: Math.floor(Date.now() / 1000) }),
    destroy: async (id) => void rows.delete(`${model} ${id}`),
    revokeByGrantId: async (grantId) => {
      for (const [name, row] of rows) if (row.grantId === grantId) rows.delete(name);
    },
  };
}

/** Signs the subject in and grants everything that the client asks for. */
async function finishInteraction(
  provider: Provider,
  request: IncomingMessage,
  response: ServerResponse,
  subject: string,
): Promise<void> {
  const { params } = await provider.interactionDetails(request, response);
  const grant = new provider.Grant({ accountId: subject, clientId: params.client_id as string });
  grant.addOIDCScope(String(params.scope));
  const consent = { grantId: await grant.save() };
  await provider.interactionFinished(request, response, { login: { accountId: subject }, consent });
}

/** Follows redirects at the provider as a browser does, until it leads to another origin. */
async function walk(start: string, subject: string): Promise<string> {
  const { origin } = new URL(start);
  const cookies = new Map<string, string>();
  let url = start;
  for (let steps = 0; steps < 10; steps++) {
    const isForm = new URL(url).pathname.startsWith('/interaction/');
    const response = await fetch(url, {
      redirect: 'manual',
      headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
      ...(isForm && { method: 'POST', body: new URLSearchParams({ subject }) }),
    });
    for (const line of response.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(line)!;
      if (value === '') cookies.delete(name!);
      else cookies.set(name!, value!);
    }
    const location = response.headers.get('location');
    if (!location) throw new Error(`the provider answered ${response.status}: ${await response.text()}`);
    url = new URL(location, url).href;
    if (new URL(url).origin !== origin) return url;
  }
  throw new Error('too many redirects');
}
