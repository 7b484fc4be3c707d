import { expect, it } from 'vitest';
import { programOf } from './programOf.ts';

it.each([
  ['Mozilla/5.0 (Windows NT 10.0) Chrome/150.0 Safari/537.36 Edg/150.0', 'Edge, Windows'],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 15) Version/19.0 Safari/605.1', 'Safari, macOS'],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox, Linux'],
  ['', 'unknown'],
])('names the program of a session: %j', (agent, name) => {
  expect(programOf(agent)).toBe(name);
});
