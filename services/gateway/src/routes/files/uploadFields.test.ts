import { describe, expect, it } from 'vitest';
import { readUploadFields } from './uploadFields.ts';

const read = (fields: Record<string, string>) =>
  readUploadFields(Object.entries(fields).map(([name, value]) => ({ name, value })));

describe('the text parts of an upload', () => {
  it('are all optional, and an empty part counts as absent', () => {
    const none = { description: undefined, tags: [], collectionIds: [], projectId: undefined };
    expect(read({})).toEqual(none);
    expect(read({ description: '', tags: ' ', collection_ids: '[]', project_id: '' })).toEqual(none);
  });

  it.each([
    ['a,b', ['a', 'b']],
    [' a , b ,, a', ['a', 'b']],
    ['["a,b", "c"]', ['a,b', 'c']],
    [' [ "a" ] ', ['a']],
  ])('read the list %j', (text, items) => {
    expect(read({ tags: text, collection_ids: text })).toMatchObject({ tags: items, collectionIds: items });
  });

  it.each([
    [{ nonsense: 'x' }, 'nonsense'],
    [{ file: 'x' }, 'file'],
    [{ tags: '[1]' }, 'tags'],
    [{ tags: '["a"' }, 'tags'],
    [{ tags: '["a\\u0000"]' }, 'tags'],
    [{ tags: 'x'.repeat(101) }, 'tags'],
    [{ collection_ids: Array.from({ length: 51 }, (_, i) => `col_${i}`).join() }, 'collection_ids'],
    [{ description: 'x'.repeat(2_001) }, 'description'],
    [{ description: 'a\0b' }, 'description'],
  ])('are refused with their names: %j', (fields, path) => {
    expect(() => read(fields as Record<string, string>)).toThrow(new RegExp(`^${path}: `));
  });

  it('are all named in one error, also a part that is sent twice', () => {
    const parts = ['tags', 'tags', 'nonsense'].map((name) => ({ name, value: 'x' }));
    expect(() => readUploadFields(parts)).toThrow('tags: is sent more than once (and 1 more)');
  });
});
