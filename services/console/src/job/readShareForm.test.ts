import { describe, expect, it } from 'vitest';
import { readShareForm } from './readShareForm.ts';

describe('the form that shares a job', () => {
  const now = new Date('2026-03-01T12:00:00.000Z');
  const read = (fields: object) => readShareForm(new URLSearchParams({ ...fields }), now);

  it.each([
    [{ visibility: 'PUBLIC', ends: 'keep', last_day: '' }, {}],
    [{ visibility: 'PUBLIC', ends: 'never' }, { expires_at: null }],
    [{ visibility: 'PUBLIC', ends: '7' }, { expires_at: '2026-03-08T12:00:00.000Z' }],
    [{ visibility: 'PUBLIC', ends: 'never', last_day: '2026-03-31' }, { expires_at: '2026-04-01T00:00:00.000Z' }],
    [{ visibility: 'PRIVATE', ends: '7', last_day: '2026-03-31' }, {}],
  ])('with %j asks for the end %j', (fields, end) => {
    expect(read(fields)).toEqual({ visibility: fields.visibility, ...end });
  });

  it.each([{ ends: '8' }, { last_day: 'soon' }, { last_day: '2026-02-31T' }])('refuses the end %j', (fields) => {
    expect(() => read({ visibility: 'PUBLIC', ...fields })).toThrow('The last day is a date');
  });
});
