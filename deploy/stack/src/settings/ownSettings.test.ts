import { describe, expect, it } from 'vitest';
import { UsageError } from './options.ts';
import { refuseUnusable } from './ownSettings.ts';

const refuse = (env: NodeJS.ProcessEnv, flags: { traces?: boolean; real?: boolean } = {}) =>
  refuseUnusable(env, { real: false, ...flags });

describe('settings of the user that a stack cannot apply', () => {
  it.each<[NodeJS.ProcessEnv, { traces?: boolean; real?: boolean }, string]>([
    [
      { ROTAMER_SERVICE_TOKEN: 'x', ROTAMER_JOBS_ADDRESS: 'h:1' },
      {},
      'env -u ROTAMER_SERVICE_TOKEN -u ROTAMER_JOBS_ADDRESS npm start',
    ],
    [{ ROTAMER_LISTEN: '127.0.0.1:1' }, {}, 'ROTAMER_LISTEN'],
    [{ ROTAMER_KAFKA_SASL_PASSWORD: 'x' }, {}, 'ROTAMER_KAFKA_SASL_PASSWORD count only beside ROTAMER_KAFKA_BROKERS'],
    [{ ROTAMER_S3_REGION: 'x' }, {}, 'ROTAMER_S3_ENDPOINT or ROTAMER_S3_BUCKET'],
    [{ ROTAMER_BUS_URL: 'x', ROTAMER_KAFKA_BROKERS: 'y' }, {}, 'two buses'],
    [{ ROTAMER_BLOBS_DIR: 'x', ROTAMER_S3_BUCKET: 'y' }, {}, 'two blob stores'],
    [{ ROTAMER_BLOBS_DIR: 'x' }, { real: true }, '--real'],
    [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'x' }, { traces: true }, '--traces'],
  ])('are refused with their names: %j', (env, flags, message) => {
    expect(() => refuse(env, flags)).toThrow(UsageError);
    expect(() => refuse(env, flags)).toThrow(message);
  });

  it('are the only refused settings', () => {
    const fine = {
      ROTAMER_PUBLIC_URL: 'x',
      ROTAMER_HTTP_LISTEN: 'x',
      ROTAMER_BLOBS_DIR: 'x',
      ROTAMER_BUS_URL: 'x',
      OTEL_SERVICE_NAME: 'x',
    };
    expect(() => refuse(fine)).not.toThrow();
    expect(() => refuse({ ROTAMER_S3_BUCKET: 'x', ROTAMER_S3_REGION: 'x', ROTAMER_SERVICE_TOKEN: '' })).not.toThrow();
  });
});
