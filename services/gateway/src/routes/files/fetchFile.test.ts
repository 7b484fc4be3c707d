import { Readable } from 'node:stream';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { OpenEntry } from '../../sources/openEntry.ts';
import { bearer, testGateway } from '../../testing/testGateway.ts';

async function fetching(openEntry: OpenEntry) {
  const opened: string[] = [];
  const gateway = await testGateway({
    openEntry: (url, signal) => {
      opened.push(url);
      return openEntry(url, signal);
    },
  });
  onTestFinished(gateway.stop);
  const post = (payload: object, headers: Record<string, string> = {}) =>
    gateway.app.inject({
      method: 'POST',
      url: '/api/v1/files/fetch',
      headers: { ...bearer(gateway.issueKey()), ...headers },
      payload,
    });
  return { ...gateway, post, opened };
}

const sending =
  (...chunks: (string | Buffer)[]): OpenEntry =>
  async () =>
    Readable.from(chunks.map((chunk) => Buffer.from(chunk)));

const fasta = '>sp|P0CG48|UBC_HUMAN\nMQIFVKTLTG\n';

describe('POST /files/fetch', () => {
  it('stores an entry with its source, once per idempotency key', async () => {
    const { post, files, opened } = await fetching(sending(fasta));
    const first = await post({ source: 'uniprot', id: 'p0cg48' }, { 'idempotency-key': 'once' });
    expect([first.statusCode, first.json()]).toMatchObject([
      201,
      { size: fasta.length, tags: ['uniprot:P0CG48'], description: `Fetched from ${opened[0]}` },
    ]);
    expect(opened[0]).toBe('https://rest.uniprot.org/uniprotkb/P0CG48.fasta');
    const again = await post({ source: 'uniprot', id: 'p0cg48' }, { 'idempotency-key': 'once' });
    expect([again.statusCode, again.json().id]).toEqual([200, first.json().id]);
    expect([files.known.size, files.begun.size]).toEqual([1, 0]);
  });

  it.each([
    ['an unknown entry', async () => undefined, 404, 'Protein Data Bank has no entry 1UBQ.'],
    ['a page in place of an entry', sending('<html><body>Sorry</body></html>'), 409, 'not an entry'],
    [
      'an entry that breaks off',
      async () =>
        Readable.from(
          (async function* () {
            yield Buffer.from('data_1UBQ\n');
            throw new Error('reset');
          })(),
        ),
      503,
      'did not send the entry',
    ],
  ] as [string, OpenEntry, number, string][])('stores nothing of %s', async (_, openEntry, status, message) => {
    const { post, files } = await fetching(openEntry);
    const answer = await post({ source: 'pdb', id: '1UBQ' });
    expect([answer.statusCode, answer.json().error.message]).toEqual([status, expect.stringContaining(message)]);
    expect([files.known.size, files.begun.size]).toEqual([0, 0]);
  });

  it('names the field of an unknown database or id, and connects to nothing', async () => {
    const { post, opened } = await fetching(sending(fasta));
    const messages = await Promise.all(
      [
        { source: 'nowhere', id: '1UBQ' },
        { source: 'pdb', id: '../../etc/passwd' },
      ].map(async (body) => (await post(body)).json().error.message),
    );
    expect(messages).toEqual([
      'source: must be one of pdb, uniprot, alphafold',
      'id: is not an id of Protein Data Bank, such as 1UBQ',
    ]);
    expect(opened).toEqual([]);
  });
});
