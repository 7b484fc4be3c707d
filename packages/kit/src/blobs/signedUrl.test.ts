import { describe, expect, it } from 'vitest';
import { signBlobUrl, verifyBlobUrl } from './signedUrl.ts';

const secret = 'a secret of the data folder';
const key = 'artifacts/ws_1/job_1/1/table.csv';
const options = {
  fileName: 'my table (1).csv',
  contentType: 'text/csv; charset=utf-8',
  sha256: '5f',
  expiresInSeconds: 900,
};
const now = new Date('2026-01-01T00:00:00.000Z');
const later = (seconds: number) => new Date(now.getTime() + seconds * 1_000);

function queryOf(url: string): Record<string, string> {
  return Object.fromEntries(new URL(url).searchParams);
}

const url = signBlobUrl(`http://127.0.0.1:8080/blobs/${key}`, key, options, secret, now);
const query = queryOf(url);

describe('a signed URL', () => {
  it('allows one download until it expires', () => {
    const download = { key, fileName: options.fileName, contentType: options.contentType, sha256: '5f' };
    expect(new URL(url).pathname).toBe(`/blobs/${key}`);
    expect(verifyBlobUrl(key, query, secret, now)).toEqual(download);
    expect(verifyBlobUrl(key, query, secret, later(900))).toEqual(download);
    expect(verifyBlobUrl(key, query, secret, later(900.001))).toBeUndefined();
  });

  const parameters = Object.keys(query);

  it('has five parameters, or four when the digest is unknown', () => {
    expect(parameters).toEqual(['exp', 'name', 'type', 'sha256', 'sig']);
    const without = queryOf(signBlobUrl('http://x', key, { ...options, sha256: undefined }, secret, now));
    expect(Object.keys(without)).toEqual(['exp', 'name', 'type', 'sig']);
    expect(verifyBlobUrl(key, without, secret, now)).toMatchObject({ key, sha256: undefined });
  });

  it.each(parameters)('is refused when %s is altered, missing, empty or repeated', (name) => {
    const value = query[name]!;
    const altered = [value.slice(0, -1), `${value}0`, value.replace(/.$/, (last) => (last === 'x' ? 'y' : 'x')), ''];
    for (const other of [...altered, undefined, [value, value], [value], 1, null, {}]) {
      expect(verifyBlobUrl(key, { ...query, [name]: other }, secret, now), String(other)).toBeUndefined();
    }
    const { [name]: _, ...rest } = query;
    expect(verifyBlobUrl(key, rest, secret, now)).toBeUndefined();
  });

  it.each(parameters)('is refused with the %s of another signed URL', (name) => {
    const other = { fileName: 'other.html', contentType: 'text/html', sha256: '6a', expiresInSeconds: 86_400 };
    const foreign = queryOf(signBlobUrl('http://x', 'artifacts/ws_2/job_2/1/other.html', other, secret, now));
    expect(verifyBlobUrl(key, { ...query, [name]: foreign[name] }, secret, now)).toBeUndefined();
  });

  it('is refused with a parameter that was not signed', () => {
    expect(verifyBlobUrl(key, { ...query, disposition: 'inline' }, secret, now)).toBeUndefined();
  });

  it('is refused for another key and under another secret', () => {
    expect(verifyBlobUrl(`${key}x`, query, secret, now)).toBeUndefined();
    expect(verifyBlobUrl(key, query, `${secret}x`, now)).toBeUndefined();
  });

  it('tells apart parts that only look alike when joined', () => {
    const moved = { ...query, name: `${query.name}${query.type![0]}`, type: query.type!.slice(1) };
    expect(verifyBlobUrl(key, moved, secret, now)).toBeUndefined();
  });
});
