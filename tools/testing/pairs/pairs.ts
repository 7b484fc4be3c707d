import { long } from '@rotamer/kit/testing/long.ts';
import { expect, it } from 'vitest';
import { type CatalogueEntry, tools } from '../../catalogue.ts';
import type { OutputPort, ToolContract } from '../../contract.ts';
import { loadTool } from '../../loadTool.ts';
import { exampleRequest } from '../../shared/example/exampleRequest.ts';
import { quickSettings, slowBuiltIn } from '../quickSettings.ts';
import { expectRepeated } from '../repeats.ts';
import { type LongTexts, soundInputs } from '../soundInputs.ts';
import { canRun, describeWithPrograms, runNative } from '../testNative.ts';
import type { TestRun } from '../testRun.ts';
import { expectNoDate } from './dates.ts';
import { type Example, further, quickExamples } from './examples.ts';
import { lostIn } from './lost.ts';
import { nameOf, readBy, type Taker, takersOf } from './takers.ts';

/**
 * Whether a tool runs a program or computes for seconds. Such a tool runs the files in the long form only. Otherwise they go
 * through its check and reader.
 */
const readsOnly = ({ id, requires }: ToolContract): boolean =>
  !long && (requires.length > 0 || slowBuiltIn.includes(id));

/**
 * Tools whose example takes seconds, so it is repeated in the long form only. Except electrostatics and gromacs-md, their own tests
 * compare two runs: mmseqs-search with the bare program, msa-search with another order and other names of the database, and
 * structure-quality with ubiquitin in other files.
 */
const repeatedInLongForm = [
  'conformer-generation',
  'electrostatics',
  'gromacs-md',
  'ligand-prepare',
  'mmseqs-search',
  'msa-search',
  'structure-quality',
  'vina-dock',
];

type Group = 'sequences' | 'searches' | 'structures' | 'molecules';

/** Categories of tools, in groups that take about the same time. */
const groups: Record<Group, string[]> = {
  sequences: ['Sequence', 'Alignment', 'Clustering', 'Phylogeny'],
  searches: ['Search'],
  structures: ['Structure', 'Dynamics'],
  molecules: ['Chemistry', 'Docking'],
};

/**
 * Runs the example of every tool of a group, twice where a program could make it differ, and tries its files in every
 * slot that takes such files.
 */
export async function describePairs(group: Group): Promise<void> {
  const tried = new Set<string>();
  for (const tool of toolsOf(group)) {
    const { id, ports, requires } = tool.contract;
    const written = ports.filter((port) => takersOf(port).length > 0);
    const isRepeated = requires.length > 0 || slowBuiltIn.includes(id);
    if (written.length === 0 && !isRepeated) continue;
    const describe = await describeWithPrograms(tool.contract);
    describe(id, () => {
      let example: Promise<TestRun> | undefined;
      const request = quickExamples[id] ?? {};
      const exampleRun = () => (example ??= runOf(tool, request));

      if (isRepeated)
        it('completes its example with the same bytes each time, and no date', async () => {
          const before = new Date();
          const first = await exampleRun();
          const varying = tool.contract.varies?.map(({ port }) => port) ?? [];
          // When every port varies, there is nothing to compare.
          const isAlone =
            ports.every((port) => varying.includes(port.id)) || (!long && repeatedInLongForm.includes(id));
          const second = isAlone ? first : await runOf(tool, request);
          expectRepeated(first, second, tool);
          for (const { port, text } of second.files) if (!varying.includes(port)) expectNoDate(text, port, before);
        });

      const files = new Map<string, string>();
      const left = [exampleRun, ...(further[id] ?? []).map((one) => () => runOf(tool, one))];
      if (written.length > 0)
        it.each(written)('writes $id, which tools that take it read whole', async (port) => {
          while (!files.has(port.id) && left.length > 0)
            for (const file of (await left.shift()!()).files)
              if (!files.has(file.port)) files.set(file.port, file.text);
          expect([...files.keys()]).toContain(port.id);
          const wrong: string[] = [];
          for (const taker of takersOf(port)) {
            const problems = await problemsOf(taker, port, files.get(port.id)!, tried);
            wrong.push(...problems.map((problem) => `${nameOf(taker)}: ${problem}`));
          }
          expect(wrong).toEqual([]);
        });
    });
  }
}

const toolsOf = (group: Group): CatalogueEntry[] =>
  tools.filter(({ contract }) => groups[group].includes(contract.category));

/** Returns the categories that no group has. */
export const categoriesLeft = (): string[] =>
  tools.map(({ contract }) => contract.category).filter((one) => !Object.values(groups).flat().includes(one));

async function runOf({ contract }: CatalogueEntry, { inputs, settings }: Example): Promise<TestRun> {
  const given = { ...exampleRequest(contract)?.settings, ...quickSettings[contract.id], ...settings };
  return runNative(await loadTool(contract.id), inputs ?? soundInputs(contract, await longTexts(contract)), given);
}

/** Returns the problems of a file in a slot: an undeclared refusal, another count, a failure, or a lost name. */
async function problemsOf(taker: Taker, port: OutputPort, text: string, tried: Set<string>) {
  const { contract } = taker;
  // Many tools write the same file.
  if (!addNew(tried, `${nameOf(taker)} ${port.kind} ${port.format} ${text}`)) return [];
  const { inputs, settings, isRefused, problems, things } = readBy(taker, port, text, await longTexts(contract));
  if (isRefused || problems.length > 0) return problems;
  if (readsOnly(contract) || !(await canRun(contract))) return [];
  try {
    return lostIn(nameOf(taker), things, await runNative(await loadTool(contract.id), inputs, settings));
  } catch (error) {
    return [String(error)];
  }
}

const addNew = (set: Set<string>, key: string): boolean => set.size < set.add(key).size;

/** Returns texts that only programs write: a profile, for tools that take one. */
export async function longTexts({ slots }: ToolContract): Promise<LongTexts> {
  if (!slots.some(({ acceptedFormats }) => acceptedFormats.includes('HMM'))) return {};
  const build = await loadTool('hmm-build');
  const done = await runNative(build, soundInputs(build.contract));
  return { HMM: done.files[0]!.text };
}
