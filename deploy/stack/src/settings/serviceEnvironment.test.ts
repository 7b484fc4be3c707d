import { serviceNamed } from '@rotamer/deploy/services.ts';
import { peerHash } from '@rotamer/kit/grpc/peers.ts';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { dataPaths } from '../folder/paths.ts';
import { type StackSetup, serviceEnvironment } from './serviceEnvironment.ts';

const setup: StackSetup = {
  paths: dataPaths('/data'),
  secrets: {
    tokens: {
      billing: 'token-b',
      files: 'token-f',
      jobs: 'token-j',
      workflows: 'token-w',
      gateway: 'token-g',
      runner: 'token-r',
      operator: 'token-o',
    },
    blobs: 'blob-secret',
    share: 'share-secret',
    webhook: 'webhook-secret',
    lease: 'lease-secret',
    s3: 's3-secret',
  },
  bundles: {},
  warn: () => {},
  publicUrl: 'https://rotamer.example',
  gatewayUrl: 'http://127.0.0.1:8080',
  localLinks: false,
  databaseUrl: (database) => `postgresql://user:password@127.0.0.1:5432/${database}`,
  bus: { ROTAMER_KAFKA_BROKERS: '127.0.0.1:5' },
  blobs: { ROTAMER_S3_ENDPOINT: 'http://127.0.0.1:6' },
  addresses: {
    billing: ['127.0.0.1:1'],
    files: ['127.0.0.1:7'],
    jobs: ['127.0.0.1:2', '127.0.0.1:3'],
    gateway: ['127.0.0.1:4'],
    runner: [],
  },
};

function environment(name: string) {
  return serviceEnvironment(serviceNamed(name), { grpc: '127.0.0.1:9' }, setup);
}

describe('the environment of a service', () => {
  it('has its own database and its own token', () => {
    expect(environment('billing').ROTAMER_POSTGRES_URL).toMatch(/\/rotamer_billing$/);
    expect(environment('jobs').ROTAMER_POSTGRES_URL).toMatch(/\/rotamer_jobs$/);
    expect(environment('jobs').ROTAMER_SERVICE_TOKEN).toBe('token-j');
  });

  it('has the addresses of the services it calls, and no others', () => {
    expect(environment('runner').ROTAMER_JOBS_ADDRESS).toBe('127.0.0.1:2,127.0.0.1:3');
    expect(environment('runner').ROTAMER_BILLING_ADDRESS).toBeUndefined();
  });

  it('contains the address of the gateway for services that call the public API', () => {
    expect(environment('compat').ROTAMER_GATEWAY_URL).toBe('http://127.0.0.1:8080');
    expect(environment('jobs').ROTAMER_GATEWAY_URL).toBeUndefined();
  });

  it('contains the number of gateways that share a rate limit', () => {
    const row = serviceNamed('gateway');
    const three = { ...setup, addresses: { ...setup.addresses, gateway: ['a:1', 'b:1', 'c:1'] } };
    expect(serviceEnvironment(row, { http: '127.0.0.1:8080' }, three).ROTAMER_MAX_GATEWAYS).toBe('3');
    expect(environment('jobs').ROTAMER_MAX_GATEWAYS).toBeUndefined();
  });

  it('contains hashes of its callers’ tokens, never the tokens', () => {
    const { ROTAMER_CALLERS: callers } = environment('billing');
    const hashes = Object.entries({ jobs: 'token-j', workflows: 'token-w', gateway: 'token-g', operator: 'token-o' });
    expect(callers).toBe(hashes.map(([name, token]) => `${name}:${peerHash(token)}`).join(','));
  });

  it('has settings of bus and blob store only for services that use them', () => {
    process.env.ROTAMER_KAFKA_SASL_PASSWORD = 'of another Kafka';
    try {
      expect(environment('jobs').ROTAMER_KAFKA_BROKERS).toBe('127.0.0.1:5');
      expect(environment('billing').ROTAMER_S3_ENDPOINT).toBeUndefined();
      expect(environment('jobs').ROTAMER_S3_ENDPOINT).toBe('http://127.0.0.1:6');
      expect(environment('jobs').ROTAMER_BLOBS_DIR).toBeUndefined();
      expect(environment('runner').ROTAMER_KAFKA_BROKERS).toBeUndefined();
      expect(environment('jobs').ROTAMER_KAFKA_SASL_PASSWORD).toBeUndefined();
    } finally {
      delete process.env.ROTAMER_KAFKA_SASL_PASSWORD;
    }
  });

  it('contains no blob store key for runners, at most its folder', () => {
    process.env.ROTAMER_S3_SECRET_ACCESS_KEY = 'of another server';
    try {
      expect(Object.keys(environment('runner')).filter((name) => /_(S3|BLOBS)_/.test(name))).toEqual([]);
    } finally {
      delete process.env.ROTAMER_S3_SECRET_ACCESS_KEY;
    }
    const folder = { ...setup, blobs: { ROTAMER_BLOBS_DIR: '/blobs', ROTAMER_BLOBS_SECRET: 'blob-secret' } };
    const told = serviceEnvironment(serviceNamed('runner'), {}, folder);
    expect(told).toMatchObject({ ROTAMER_BLOBS_DIR: '/blobs' });
    expect(told.ROTAMER_BLOBS_SECRET).toBeUndefined();
  });

  it('contains the secret of leases for the granting service only', () => {
    expect(environment('jobs').ROTAMER_LEASE_SECRET).toBe('lease-secret');
    expect(JSON.stringify(environment('runner'))).not.toContain('lease-secret');
  });

  it('contains no database for the runner, in every environment of the stack', () => {
    process.env.ROTAMER_POSTGRES_URL = 'postgresql://somewhere';
    try {
      expect(environment('runner').ROTAMER_POSTGRES_URL).toBeUndefined();
    } finally {
      delete process.env.ROTAMER_POSTGRES_URL;
    }
  });

  it.each([
    ['gateway', 'ROTAMER_SHARE_SECRET'],
    ['jobs', 'ROTAMER_LEASE_SECRET'],
    ['jobs', 'ROTAMER_MAIL_DIR'],
    ['runner', 'ROTAMER_ANSWERS_DIR'],
    ['gateway', 'ROTAMER_SAMPLE_JOB'],
    ['gateway', 'ROTAMER_MAX_GATEWAYS'],
    ['gateway', 'NODE_COMPILE_CACHE'],
  ])('keeps for %s the %s that the user has set', (service, name) => {
    vi.stubEnv(name, 'of the user');
    onTestFinished(() => void vi.unstubAllEnvs());
    expect(serviceEnvironment(serviceNamed(service), { http: '127.0.0.1:8080' }, setup)[name]).toBe('of the user');
  });

  it('lets the user’s Node options override its own', () => {
    vi.stubEnv('NODE_OPTIONS', '--max-semi-space-size=64');
    onTestFinished(() => void vi.unstubAllEnvs());
    expect(environment('jobs').NODE_OPTIONS).toMatch(/=16 --max-semi-space-size=64$/);
  });
});
