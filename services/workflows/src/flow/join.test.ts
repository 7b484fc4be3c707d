import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { JoinNode } from '../definition/schema.ts';
import type { Measured, Metrics } from './item.ts';
import { joinItems } from './join.ts';

const node = (keep?: JoinNode['keep']): JoinNode => ({
  id: 'join',
  type: 'join',
  on: { items: 'name', with: 'target' },
  ...(keep && { keep }),
});
const numbered = (prefix: string, all: Metrics[]): Measured[] =>
  all.map((metrics, i) => ({ id: `${prefix}${i}`, metrics }));

const items = numbered('item', [{ name: 'a', length: 3 }, { name: 'b', length: 5 }, { length: 7 }, { name: 1 }]);
const others = numbered('hit', [
  { target: 'b', score: 9, length: 4 },
  { target: 'b', score: 8 },
  { target: '1', score: 7 },
  { score: 6 },
]);

describe('a join', () => {
  it('finds the first partner of each item', () => {
    expect(joinItems(node(), items, others)).toEqual([{ id: 'item1', partner: 'hit0' }]);
  });

  it('passes on items without a partner, by themselves or with the others', () => {
    expect(joinItems(node('unmatched'), items, others)).toEqual([{ id: 'item0' }, { id: 'item2' }, { id: 'item3' }]);
    expect(joinItems(node('all'), items, others).map(({ id, partner }) => [id, partner])).toEqual([
      ['item0', undefined],
      ['item1', 'hit0'],
      ['item2', undefined],
      ['item3', undefined],
    ]);
  });

  it('loses and repeats no items, for any input', () => {
    const key = fc.constantFrom<Metrics>({ name: 'a' }, { name: 'b' }, { name: 1 }, { name: true }, {});
    const some = fc.array(key, { maxLength: 8 }).map((all) => numbered('item', all));
    const partners = fc.array(key, { maxLength: 8 }).map((all) =>
      numbered(
        'hit',
        all.map(({ name }): Metrics => (name === undefined ? {} : { target: name })),
      ),
    );
    fc.assert(
      fc.property(some, partners, (some, partners) => {
        const ids = (keep: JoinNode['keep']) => joinItems(node(keep), some, partners).map(({ id }) => id);
        const every = some.map(({ id }) => id);
        expect(ids('all')).toEqual(every);
        expect([...ids('matched'), ...ids('unmatched')].sort()).toEqual(every.sort());
      }),
    );
  });
});
