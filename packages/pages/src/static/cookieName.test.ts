import { expect, it } from 'vitest';
import { cookieName } from './cookieName.ts';

it.each([
  ['http://127.0.0.1:8080', 'session_8080'],
  ['http://lab.example', 'session_80'],
  ['https://lab.example', 'session'],
  ['https://lab.example:8443', 'session_8443'],
  ['https://lab.example/tools/rotamer', 'session_tools_rotamer'],
  ['http://lab.example/b%20c', 'session_80_b_20c'],
])('names a cookie of %s %s', (publicUrl, name) => {
  expect(cookieName(publicUrl, 'session')).toBe(name);
});
