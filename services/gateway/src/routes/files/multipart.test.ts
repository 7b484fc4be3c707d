import { once } from 'node:events';
import { Readable } from 'node:stream';
import { type FilePart, partsOf } from '@rotamer/kit/http/multipart.ts';
import type { FastifyRequest } from 'fastify';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { bearer, testGateway } from '../../testing/testGateway.ts';

const { app, files, issueKey, stop } = await testGateway();
afterAll(stop);
beforeEach(() => {
  files.calls.length = 0;
});

/** Uploads a file with these parameters, and returns the name under which it is stored. */
async function nameOf(parameters: string | Buffer): Promise<string> {
  const payload = Buffer.concat([
    Buffer.from('--x\r\ncontent-disposition: form-data; name="file"; '),
    Buffer.from(parameters),
    Buffer.from('\r\n\r\n>a\nMKV\n\r\n--x--\r\n'),
  ]);
  const headers = { ...bearer(issueKey()), 'content-type': 'multipart/form-data; boundary=x' };
  const answer = await app.inject({ method: 'POST', url: '/api/v1/files', headers, payload });
  expect(answer.statusCode, answer.body).toBe(201);
  return (files.calls[0]!.request as { originalName: string }).originalName;
}

describe('the name of an uploaded file', () => {
  it.each([
    ['of a browser', 'filename="a%22b.fasta"', 'a"b.fasta'],
    ['of curl before 7.81', 'filename="a\\"b.fasta"', 'a"b.fasta'],
    ['with a percent sign', 'filename="50%25.fasta"', '50%25.fasta'],
    ['in UTF-8', 'filename="größe 日本語.fasta"', 'größe 日本語.fasta'],
    ['in Latin-1', Buffer.from('filename="gr\u00f6\u00dfe.fasta"', 'latin1'), 'größe.fasta'],
    ['of aiohttp', `filename="gr%C3%B6%C3%9Fe.fasta"; filename*=utf-8''gr%C3%B6%C3%9Fe.fasta`, 'größe.fasta'],
    ['with a fallback in ASCII', `filename="grosse.fasta"; filename*=UTF-8''gr%C3%B6%C3%9Fe.fasta`, 'größe.fasta'],
    ['after its extended form', `filename*=UTF-8''%E6%97%A5.fasta; filename="x.fasta"`, '日.fasta'],
    ['of a language', `filename*=iso-8859-1'de'gr%F6%DFe.fasta`, 'größe.fasta'],
    ['without quotes', 'filename=a.fasta', 'a.fasta'],
    ['with a semicolon', 'filename="a;b=c.fasta"', 'a;b=c.fasta'],
    ['with a path of Windows', 'filename="C:\\\\data\\\\a.fasta"', 'a.fasta'],
    ['with a path', 'filename="../../a.fasta"', 'a.fasta'],
  ])('%s is read', async (_, parameters, name) => {
    expect(await nameOf(parameters)).toBe(name);
  });
});

it('keeps bytes that a slow reader has not read when the request ends', async () => {
  const head = Buffer.from('--x\r\ncontent-disposition: form-data; name="file"; filename="a"\r\n\r\n');
  const chunks = Array.from({ length: 8 }, () => Buffer.alloc(8 * 1024, 'A'));
  const raw = Readable.from([head, ...chunks, Buffer.from('\r\n--x--\r\n')], { objectMode: false });
  const headers = { 'content-type': 'multipart/form-data; boundary=x' };
  const parts = partsOf({ raw, headers } as unknown as FastifyRequest);
  const { file } = (await parts.next()).value as FilePart;
  await once(raw, 'close');
  expect(Buffer.concat(await file.toArray())).toHaveLength(64 * 1024);
  expect(await parts.next()).toMatchObject({ done: true });
});
