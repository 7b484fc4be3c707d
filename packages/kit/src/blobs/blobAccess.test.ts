import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { allows, blobAccess, policyOf } from './blobAccess.ts';
import type { Blobs } from './blobs.ts';
import { restrictedBlobs } from './restrictedBlobs.ts';

const root = join(import.meta.dirname, '../../../..');

describe('the rights of a credential', () => {
  it('include the weaker rights, on one root only', () => {
    expect(
      (['read', 'write', 'delete'] as const).map((right) => allows({ files: 'write' }, right, 'files/ws/f/x')),
    ).toEqual([true, true, false]);
    for (const key of ['artifacts/ws/j/x', 'filesystem/x', 'constructor/x', '']) {
      expect(allows({ files: 'delete' }, 'read', key), key).toBe(false);
    }
  });

  it('let only the owning service delete or write its objects', () => {
    const having = (right: 'write' | 'delete', key: string) =>
      Object.entries(blobAccess).flatMap(([name, access]) => (allows(access, right, key) ? [name] : []));
    expect(having('delete', 'files/x')).toEqual(['files']);
    expect(having('delete', 'artifacts/x')).toEqual(['jobs']);
    expect(having('write', 'files/x')).toEqual(['gateway', 'files']);
    expect(having('write', 'artifacts/x')).toEqual(['jobs']);
  });

  it('are listed in docs/blobs.md as the policies made of them', () => {
    const page = readFileSync(join(root, 'docs/blobs.md'), 'utf8');
    const shown = [...page.matchAll(/^### `(\w+)`\n+```json\n(.*?)```/gms)].map(([, name, json]) => [
      name,
      JSON.parse(json!),
    ]);
    const made = Object.entries(blobAccess).map(([name, access]) => [name, policyOf(access, 'rotamer')]);
    expect(shown).toEqual(made);
  });

  it('restrict the blob store of every service that has one', () => {
    for (const name of ['gateway', 'files', 'jobs', 'workflows'] as const) {
      const main = join(root, 'services', name, 'src/main.ts');
      expect(existsSync(main) && readFileSync(main, 'utf8'), name).toContain(`openBlobs(config, blobAccess.${name})`);
    }
  });
});

describe('a restricted store', () => {
  const done: string[] = [];
  const note = (what: string) => async (key: string) => void done.push(`${what} ${key}`);
  const inner = { put: note('put'), putNew: note('putNew'), get: note('get'), size: note('size') };
  const more = { deletePrefix: note('delete'), signedUrl: note('sign'), list: async function* () {} };
  const blobs = restrictedBlobs({ ...inner, ...more } as unknown as Blobs, { files: 'write', artifacts: 'read' });

  it('refuses calls that its holder may not make, without calling the store', async () => {
    const refused = [
      () => blobs.put('artifacts/a', 'x'),
      () => blobs.putNew('artifacts/a', 'x'),
      () => blobs.get('other/a'),
      () => blobs.size('other/a'),
      () => blobs.deletePrefix('files/a/'),
      () => blobs.signedUrl('other/a', {} as never),
    ];
    for (const call of refused) await expect(call()).rejects.toThrow('may not');
    expect(done).toEqual([]);
  });

  it('passes on calls that its holder may make', async () => {
    await blobs.put('files/a', 'x');
    await blobs.get('artifacts/a');
    await blobs.signedUrl('artifacts/a', {} as never);
    expect(done).toEqual(['put files/a', 'get artifacts/a', 'sign artifacts/a']);
  });
});
