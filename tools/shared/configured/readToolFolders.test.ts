import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { readToolFolders } from './readToolFolders.ts';

const examples = join(import.meta.dirname, '../../examples');
const example = readFileSync(join(examples, 'cad-score/tool.yaml'), 'utf8');
let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tool-folders-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

function write(name: string, text: string): void {
  mkdirSync(join(folder, name));
  writeFileSync(join(folder, name, 'tool.yaml'), text);
}

it('reads the tool of a folder, or those of its folders, and none where no folder is named', () => {
  expect(readToolFolders(undefined, [])).toEqual([]);
  expect(readToolFolders(join(examples, 'cad-score'), []).map(({ id }) => id)).toEqual(['cad-score']);
  cpSync(join(examples, 'cad-score'), join(folder, 'one'), { recursive: true });
  write('two', example.replace('id: cad-score', 'id: cad-score-two'));
  // Kubernetes mounts a ConfigMap with such entries.
  write('..data', 'not looked at');
  expect(readToolFolders(`${folder}, `, []).map(({ id }) => id)).toEqual(['cad-score', 'cad-score-two']);
});

it('says for every broken file which line is wrong, and starts with none of them', () => {
  write('broken', example.replace('min: 1, max', 'x').replace('wallSeconds: 1800', 'wallSeconds: 0'));
  write('clash', example.replace('id: cad-score', 'id: mafft'));
  write('twice', example.replace('10.1002/prot.24172', 'somewhere'));
  const line = example.split('\n').findIndex((text) => text.startsWith('limits:')) + 1;
  const read = () => readToolFolders(`${folder},${folder}/nothing`, ['mafft']);
  for (const part of [
    `${folder}/broken/tool.yaml:${line}: limits.wallSeconds must be >= 1`,
    `${folder}/clash/tool.yaml:1: id 'mafft' is that of a built-in tool`,
    `${folder}/twice/tool.yaml:1: citation.doi must be a DOI`,
    `${folder}/nothing: has no tool.yaml, and no folder with one`,
  ])
    expect(read).toThrow(part);
});
