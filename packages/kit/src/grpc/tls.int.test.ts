import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ChannelCredentials } from '@grpc/grpc-js';
import { type Authority, makeAuthority } from '@rotamer/neighbours/authority.ts';
import { createChannel, createClient } from 'nice-grpc';
import { HealthDefinition } from 'nice-grpc-server-health';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { accessClient, rejection, startAccess } from '../testing/startAccess.ts';
import { channelCredentials, type GrpcTls, grpcTlsOf } from './tls.ts';

const LOCAL = 'IP:127.0.0.1';
const UNAVAILABLE = { code: 'service_unavailable' };
const WRONG_NAME = { code: 'internal_error', cause: { details: 'The certificate belongs to another service.' } };

let root: string;
let authority: Authority;
let stranger: Authority;
/** Certificates of the server and of its only allowed caller. */
let serverTls: GrpcTls;
let adminTls: GrpcTls;

beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'rotamer-tls-'));
  authority = await makeAuthority(join(root, 'authority'));
  stranger = await makeAuthority(join(root, 'stranger'));
  serverTls = await issue(LOCAL);
  adminTls = await issue('DNS:admin');
});

afterAll(() => rmSync(root, { recursive: true }));

/** Issues a certificate of the authority for these names. */
async function issue(...names: string[]): Promise<GrpcTls> {
  return { ca: authority.ca, ...(await authority.issue({ names })) };
}

const methods = { createUser: async () => ({ id: 'usr_1' }) };

/** Starts a server that answers its allowed caller at once. */
async function serve() {
  const { address } = await startAccess(methods, { tls: serverTls });
  expect(await answer(address, adminTls)).toMatchObject({ id: 'usr_1' });
  return address;
}

/** Returns the result of a call as `admin` with this certificate. */
const answer = (address: string, tls?: GrpcTls) => accessClient(address, { tls }).createUser({});

describe('a caller of a server with TLS', () => {
  it('is accepted with the certificate of the service that it names', async () => {
    const address = await serve();
    for (const name of ['DNS:admin', 'DNS:admin.rotamer.svc', 'DNS:admin.rotamer.svc.cluster.local']) {
      expect(await answer(address, await issue('DNS:other', name))).toMatchObject({ id: 'usr_1' });
    }
  });

  it('is refused with the certificate of another service, also with a valid token', async () => {
    const address = await serve();
    for (const name of [
      'DNS:runner',
      'DNS:admin.example.com',
      'DNS:admin.rotamer.example.com',
      'DNS:*.rotamer.svc',
      'DNS:administrator',
      'email:admin',
      LOCAL,
    ]) {
      expect(await rejection(answer(address, await issue(name)))).toMatchObject(WRONG_NAME);
    }
  });

  it('is refused with the right certificate and a wrong token', async () => {
    const address = await serve();
    const client = accessClient(address, { tls: adminTls, token: 'a wrong token' });
    const cause = { details: 'Unknown service or wrong token.' };
    expect(await rejection(client.createUser({}))).toMatchObject({ code: 'internal_error', cause });
  });

  it('cannot connect without TLS, without a certificate, or with one of another authority', async () => {
    const address = await serve();
    expect(await rejection(answer(address))).toMatchObject(UNAVAILABLE);
    const foreign = { ca: authority.ca, ...(await stranger.issue({ names: ['DNS:admin'] })) };
    expect(await rejection(answer(address, foreign))).toMatchObject(UNAVAILABLE);
    const channel = createChannel(address, ChannelCredentials.createSsl(readFileSync(authority.ca)));
    onTestFinished(() => channel.close());
    const health = createClient(HealthDefinition, channel);
    await expect(health.check({ service: '' }, { signal: AbortSignal.timeout(10_000) })).rejects.toThrow('UNAVAILABLE');
  });

  it('cannot connect when its certificate has expired', async () => {
    const address = await serve();
    const expired = { ca: authority.ca, ...(await authority.issue({ names: ['DNS:admin'], days: -1 })) };
    expect(await rejection(answer(address, expired))).toMatchObject(UNAVAILABLE);
  });
});

describe('a client with TLS', () => {
  it('refuses servers without TLS, or with a foreign, expired or misnamed certificate', async () => {
    const plain = await startAccess(methods);
    expect(await rejection(answer(plain.address, adminTls))).toMatchObject(UNAVAILABLE);
    for (const tls of [
      { ca: authority.ca, ...(await stranger.issue({ names: [LOCAL] })) },
      { ca: authority.ca, ...(await authority.issue({ names: [LOCAL], days: -1 })) },
      await issue('DNS:jobs'),
    ]) {
      const { address } = await startAccess(methods, { tls });
      expect(await rejection(answer(address, adminTls))).toMatchObject(UNAVAILABLE);
    }
  });

  it('connects to each of several addresses', async () => {
    const servers = [await serve(), await serve()];
    const client = accessClient(servers.join(','), { tls: adminTls });
    for (let n = 0; n < 4; n++) expect(await client.createUser({})).toMatchObject({ id: 'usr_1' });
  });
});

it('reports health to a probe with any certificate of the authority', async () => {
  const address = await serve();
  const channel = createChannel(address, channelCredentials(serverTls, { checkServerIdentity: () => undefined }));
  onTestFinished(() => channel.close());
  expect(await createClient(HealthDefinition, channel).check({ service: '' })).toMatchObject({ status: 1 });
});

describe('the settings of TLS', () => {
  const env = ({ ca, cert, key }: Partial<GrpcTls>) => {
    return { ROTAMER_GRPC_TLS_CA: ca, ROTAMER_GRPC_TLS_CERT: cert, ROTAMER_GRPC_TLS_KEY: key };
  };

  it('are three files, or none', () => {
    expect(grpcTlsOf({})).toBeUndefined();
    expect(grpcTlsOf(env(adminTls))).toEqual(adminTls);
    expect(() => grpcTlsOf(env({ ca: adminTls.ca }))).toThrow(
      'ROTAMER_GRPC_TLS_CA, ROTAMER_GRPC_TLS_CERT, ROTAMER_GRPC_TLS_KEY: set all three or none',
    );
  });

  it('are refused with the name of the variable and the file', () => {
    const broken = join(root, 'broken.pem');
    writeFileSync(broken, 'no certificate');
    const missing = join(root, 'missing.pem');
    for (const [part, name] of Object.entries({ ca: 'CA', cert: 'CERT', key: 'KEY' })) {
      for (const file of [broken, missing]) {
        const message = `ROTAMER_GRPC_TLS_${name}: cannot read ${file}: `;
        expect(() => grpcTlsOf(env({ ...adminTls, [part]: file }))).toThrow(message);
      }
    }
    expect(() => grpcTlsOf(env({ ...adminTls, key: serverTls.key }))).toThrow(
      `ROTAMER_GRPC_TLS_KEY: ${serverTls.key} is not the key of the certificate in ${adminTls.cert}`,
    );
  });
});

describe('a certificate that is renewed', () => {
  it('is used without a restart', async () => {
    const files = { ca: authority.ca, cert: join(root, 'renewed.pem'), key: join(root, 'renewed-key.pem') };
    const install = async (days: number) => {
      const { cert, key } = await authority.issue({ names: [LOCAL], days });
      copyFileSync(cert, files.cert);
      copyFileSync(key, files.key);
    };
    await install(-1);
    const { address } = await startAccess(methods, { tls: { ...files, refreshMs: 50 } });
    expect(await rejection(answer(address, adminTls))).toMatchObject(UNAVAILABLE);
    await install(1);
    await expect
      .poll(() => answer(address, adminTls).catch(() => undefined), { timeout: 10_000 })
      .toMatchObject({ id: 'usr_1' });
  });
});
