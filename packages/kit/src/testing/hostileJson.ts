import fc from 'fast-check';

/** Values that no field of a request accepts, or that a careless parser would misread. */
const values = [
  ...['null', 'true', '0', '-0', '-1', '1.5', '1e308', '1e999', '-1e999', '9007199254740993', '1'.repeat(400)],
  ...['NaN', 'Infinity', '-Infinity', 'undefined', '01', '0x10', "'text'", '{', ']', '/* */ 1', ''],
  ...['""', '[]', '{}', '[[]]', '{"":{}}', '[null]', `${'['.repeat(100)}${']'.repeat(100)}`, '['.repeat(20_000)],
  ...['"\\u0000"', '"\\ud800"', '"\\udfff\\ud800"', '"\\r\\n{\\"level\\":\\"fatal\\"}"', '"\\u001b[31mred"'],
  ...['"\r\n"', '"\0"', '"\u0007"', '"\u2028"', '"\\x41"', '"unended', `"${'a'.repeat(5_000)}"`],
  ...['{"__proto__":{"admin":true}}', '{"constructor":{"prototype":{}}}', '{"toString":1,"valueOf":2}'],
  ...['{"type":"file"}', '{"type":"text","type":"file","file_id":"x"}', '{"$ref":"#"}', '"\'; drop table x; --"'],
];

/** Field names that no well-meaning client sends. */
const names = [
  ...['__proto__', '\\u005f_proto__', 'constructor', 'prototype', 'hasOwnProperty', 'toString', 'then', 'length'],
  ...['', '0', '$where', '\\u0000', '\\ud800', '\\r\\nX-Forged: 1', '\\u001b[2J', 'a'.repeat(3_000), 'nonsense'],
];

/** A change of a body's text at one place, which `n` chooses. */
type Mutation = (text: string, n: number) => string;

const mutations = fc.oneof(
  // Replaces a value.
  changes(values, (text, n, value) => replace(text, /"(?:[^"\\]|\\.)*"(?!:)|\[.*\]|\{.*\}/gs, n, value)),
  // Adds a field, whose name may exist already.
  fc
    .constantFrom(...names, 'tool', 'name', 'input', 'content')
    .chain((name) => changes(values, (text, n, value) => replace(text, /\{/g, n, `{"${name}":${value},`))),
  // Renames a field.
  changes(names, (text, n, name) => replace(text, /"\w+":/g, n, `"${name}":`)),
  // Removes or adds text.
  changes([1, Number.MAX_SAFE_INTEGER], (text, n, length) => splice(text, n, length, '')),
  changes(['\ufeff', ' ', '\n', '[', '{"a":1}', '\0', '"', ',', '\\'], (text, n, more) => splice(text, n, 0, more)),
);

function changes<Value>(choices: Value[], change: (text: string, n: number, value: Value) => string) {
  return fc.constantFrom(...choices).map(
    (value): Mutation =>
      (text, n) =>
        change(text, n, value),
  );
}

function replace(text: string, pattern: RegExp, n: number, by: string): string {
  const places = [...text.matchAll(pattern)];
  const place = places[n % Math.max(1, places.length)];
  return place ? splice(text, place.index, place[0].length, by) : text;
}

function splice(text: string, n: number, length: number, by: string): string {
  const at = n % (text.length + 1);
  return text.slice(0, at) + by + text.slice(at + length);
}

/** Bodies of up to 512 KiB that are as expensive to parse as possible, and a larger one. */
export const largeBodies = [
  `{"settings":${'['.repeat(100_000)}${']'.repeat(100_000)}}`,
  `{"settings":{${Array.from({ length: 35_000 }, (_, i) => `"k${i}":${i}`).join()}}}`,
  `{${Array.from({ length: 40_000 }, (_, i) => `"k${i}":0`).join()}}`,
  `{"input":{"inputs":[${'{},'.repeat(100_000)}{}]}}`,
  `{"settings":{"text":"${'\\u0000'.repeat(80_000)}"}}`,
  `{"tool":"x","name":"x","input":{"inputs":[]},"settings":{"texts":[${'"a,b",'.repeat(45_000)}1]}}`,
  `{"name":"${'\\"'.repeat(200_000)}"}`,
  `{"name":"${'a'.repeat(600_000)}"}`,
].map((text) => Buffer.from(text));

/** Returns `count` corrupted copies of a good body, the same for the same seed. Every tenth has an encoding other than UTF-8. */
export function hostileBodies(good: unknown, count: number, seed: number): Buffer[] {
  const text = JSON.stringify(good);
  const spoiled = fc.array(fc.tuple(mutations, fc.nat()), { minLength: 1, maxLength: 3 });
  return fc.sample(spoiled, { numRuns: count, seed }).map((steps, n) => {
    const result = steps.reduce((before, [mutate, place]) => mutate(before, place), text);
    return Buffer.from(result, n % 10 === 9 ? 'latin1' : 'utf8');
  });
}
