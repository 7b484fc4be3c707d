import { expect, it } from 'vitest';
import { commandLine } from './commandLine.ts';

it('quotes the words that a shell would change', () => {
  expect(commandLine(['mafft', '--op=1.53', '../in.fa', "it's a b", '', '*', '$HOME', 'α'])).toBe(
    "mafft --op=1.53 ../in.fa 'it'\\''s a b' '' '*' '$HOME' 'α'",
  );
});
