import type { CatalogueEntry } from '@rotamer/tools/catalogue.ts';
import type { ToolContract, ToolLimits } from '@rotamer/tools/contract.ts';
import type { LoadedTool } from '@rotamer/tools/loadTool.ts';
import { Type } from 'typebox';

/** Tools that attack their runner, each in a file in attacks/. Some get lower limits than usual. */
const hostile: Record<string, Partial<ToolLimits>> = {
  'allocates-buffers': {},
  'allocates-objects': {},
  behaves: {},
  'burns-all-cores': { wallSeconds: 1 },
  crashes: {},
  'ends-without-output': {},
  'fills-the-disk': {},
  'fills-the-inodes': {},
  'floods-stdout': {},
  'floods-the-line': {},
  'fork-bomb': { wallSeconds: 2 },
  'hides-a-child': {},
  'hides-its-files': {},
  'ignores-stop': { wallSeconds: 1 },
  'keeps-partial-output': { wallSeconds: 6 },
  'kills-its-parent': {},
  'leaks-descriptors': {},
  'links-its-output': {},
  'lies-in-its-list': {},
  'meets-a-full-disk': {},
  'never-settles': {},
  'pipes-its-output': {},
  'poisons-rdkit': { memoryMiB: 512 },
  'runs-a-crashing-program': {},
  'runs-an-endless-writer': {},
  'scribbles-in-its-list': {},
  spies: {},
  throws: {},
  'writes-one-large-file': {},
};

export const hostileIds = Object.keys(hostile);

/** Attacks on later jobs in the same process (executor/sharedProcess.slow.test.ts). */
const sharing: Record<string, Partial<ToolLimits>> = {
  'counts-its-jobs': {},
  'is-good-at-first': { wallSeconds: 4 },
  'leaves-a-timer': {},
  'loads-rdkit': { memoryMiB: 512 },
  'swaps-its-output': {},
};

/** Attacks on the places that all users of a machine share (executor/sharedPlaces.slow.test.ts). */
const outside: Record<string, Partial<ToolLimits>> = {
  'counts-in-shared-places': {},
  'fills-shared-places': {},
  'leaves-traces': {},
};

export function findTool(id: string): CatalogueEntry | undefined {
  const limits = hostile[id] ?? sharing[id] ?? outside[id];
  return limits && { contract: contractOf(id, limits), check: () => ({ problems: [], units: 1 }) };
}

export async function loadTool(id: string): Promise<LoadedTool> {
  const { run }: Pick<LoadedTool, 'run'> = await import(`./attacks/${id}.ts`);
  return { ...findTool(id)!, run };
}

function contractOf(id: string, limits: Partial<ToolLimits>): ToolContract {
  const port = { contentType: 'application/json', format: 'JSON' };
  return {
    id,
    name: id,
    description: 'A tool that attacks its runner',
    category: 'Test',
    tags: [],
    version: '1.0.0',
    slots: [],
    settings: Type.Object(
      { port: Type.Integer({ default: 0 }), later: Type.String({ default: '' }) },
      { additionalProperties: false },
    ),
    ports: [
      { ...port, id: 'rows', label: 'Rows', type: 'items', required: true, schema: Type.Object({ n: Type.Integer() }) },
      { ...port, id: 'table', label: 'Table', type: 'file', required: false },
    ],
    limits: { wallSeconds: 20, memoryMiB: 160, cpuCores: 1, outputMiB: 8, ...limits },
    credit: { mode: 'free' },
    citation: { text: 'Nobody', url: 'https://example.org' },
    license: 'Apache-2.0',
    requires: [],
    log: ['stdout', 'stderr'],
  };
}
