import { expect, it } from 'vitest';
import { readTime } from './time.ts';

it.each([
  ['2036-03-01T12:00:00Z', '2036-03-01T12:00:00.000Z'],
  ['2036-03-01T12:00:00.1234+02:00', '2036-03-01T10:00:00.123Z'],
  ['2036-02-29T23:59:59-05:30', '2036-03-01T05:29:59.000Z'],
])('reads %s', (text, time) => expect(readTime('at', text).toISOString()).toBe(time));

it.each([
  '',
  ' ',
  '1',
  '2036',
  '2036-03-01',
  '2036-03-01 12:00:00Z',
  '2036-03-01T12:00:00',
  'Sat, 01 Mar 2036 12:00:00 GMT',
  '2035-02-29T12:00:00Z',
  '2036-13-01T12:00:00Z',
  '2036-03-01T25:00:00Z',
  '2036-12-31T23:59:60Z',
])('refuses %j and names its field', (text) => expect(() => readTime('at', text)).toThrow(/^at: /));
