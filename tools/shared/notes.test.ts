import { describe, expect, it } from 'vitest';
import { MAX_NOTES, Notes } from './notes.ts';

function notesOfJob() {
  const rows: { port: string; value: unknown; place: unknown }[] = [];
  return { rows, notes: new Notes({ item: (port, value, place) => rows.push({ port, value, place }) }) };
}

describe('Notes', () => {
  it('writes one row for things of one sort, with their number', () => {
    const { rows, notes } = notesOfJob();
    notes.leftOut('i1', '1UBQ', 'metal', ['A:ZN1', 'B:ZN1'], 'not known to the force field');
    const value = { of: '1UBQ', what: 'metal', name: 'A:ZN1, B:ZN1', count: 2, reason: 'not known to the force field' };
    expect(rows).toEqual([{ port: 'left_out', value, place: { sourceInputIds: ['i1'] } }]);
  });

  it('writes no row for an empty list', () => {
    const { rows, notes } = notesOfJob();
    notes.leftOut('i1', '1UBQ', 'metal', [], 'not known to the force field');
    expect(rows).toEqual([]);
  });

  it('names fifty things and counts the others', () => {
    const { rows, notes } = notesOfJob();
    notes.leftOut(
      'i1',
      'box',
      'water',
      Array.from({ length: 60 }, (_, n) => `W:HOH${n}`),
      'solvent',
    );
    expect(rows[0]!.value).toMatchObject({ count: 60, name: expect.stringMatching(/W:HOH49 and 10 more$/) });
  });

  it('ends with a row that says there are more', () => {
    const { rows, notes } = notesOfJob();
    for (let n = 0; n < MAX_NOTES + 50; n++) notes.warn('i1', `record ${n}`, 'odd', n);
    expect(rows).toHaveLength(MAX_NOTES);
    expect(rows[MAX_NOTES - 2]!.value).toMatchObject({ line: MAX_NOTES - 2, warning: 'odd' });
    expect(rows.at(-1)!.value).toMatchObject({ warning: 'there are more than 1000 warnings; the rest is not listed' });
  });
});
