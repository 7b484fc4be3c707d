import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { databaseOf, readAliases } from '../databases.ts';
import { escapeXml } from '../dispatcher/documents.ts';
import { callerOf } from './callerOf.ts';

const request = (fields: object) => ({ headers: {}, params: {}, url: '/', ip: '192.0.2.7', ...fields }) as never;
const basic = (text: string) => ({ authorization: `Basic ${Buffer.from(text).toString('base64')}` });

describe('the key of a request', () => {
  it.each([
    [{ headers: { authorization: 'Bearer k1' } }, 'k1'],
    [{ headers: basic('blast:k2') }, 'k2'],
    [{ headers: basic('k3:') }, 'k3'],
    [{ headers: { 'x-api-key': 'k4' } }, 'k4'],
    [{ params: { key: 'k5' } }, 'k5'],
    [{ url: '/Blast.cgi?key=k6' }, 'k6'],
    [{ params: { key: 'a\r\nx: y' } }, undefined],
    [{ params: { key: 'a'.repeat(201) } }, undefined],
    [{}, undefined],
  ])('of %j is %s', (fields, key) => {
    expect(callerOf(request(fields))).toEqual({ key, address: '192.0.2.7' });
  });
});

describe('databases', () => {
  it('reads aliases of the setting, which come before those of the service', () => {
    const aliases = readAliases('nr=uniref50, PDB = my-pdb');
    expect(databaseOf('NR', aliases, { kind: 'protein' }).settings).toEqual({ database: 'uniref50' });
    expect(databaseOf('pdb', aliases, { kind: 'protein' }).settings).toEqual({ database: 'my-pdb' });
    expect(() => readAliases('nr')).toThrow("has 'nr', which is not name=dataset");
  });
});

it('writes every text as XML that no parser takes for markup', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      const escaped = escapeXml(text);
      expect(escaped).not.toMatch(/[<>"']|&(?!(amp|lt|gt|quot|apos);)/);
      // biome-ignore lint/suspicious/noControlCharactersInRegex: XML allows none of them
      expect(escaped).not.toMatch(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/);
      expect(escaped.isWellFormed()).toBe(true);
    }),
  );
});
