import { describe, expect, it } from 'vitest';
import { publicEndpointWarning } from './publicEndpoint.ts';

describe('the address of download URLs', () => {
  it.each([
    'http://localhost:9000',
    'http://127.0.0.1:9000',
    'http://[::1]:9000',
    'http://minio:9000',
    'http://s3.storage.svc',
    'http://s3.storage.svc.cluster.local:9000',
  ])('warns of %s, which users cannot reach', (s3Endpoint) => {
    expect(publicEndpointWarning({ s3Endpoint })).toContain('ROTAMER_S3_PUBLIC_ENDPOINT');
  });

  it.each([
    {},
    { s3Bucket: 'results' },
    { s3Endpoint: 'https://s3.example.org' },
    { s3Endpoint: 'http://10.0.0.7:9000' },
    { s3Endpoint: 'http://minio:9000', s3PublicEndpoint: 'https://files.example.org' },
  ])('accepts %j without a warning', (settings) => {
    expect(publicEndpointWarning(settings)).toBeUndefined();
  });
});
