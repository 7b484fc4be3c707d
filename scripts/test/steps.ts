/** One check of the repository. */
export interface Step {
  name: string;
  /** Programs are looked up in node_modules/.bin. */
  command: string[];
  /** The vitest project whose tests are counted. */
  project?: string;
  env?: Record<string, string>;
}

/**
 * What `npm test` proves: everything that needs nothing but what npm installs, and tools with those of their programs
 * that are here; cheapest first. The steps of a round run beside each other, two at a time: stories mostly wait, and leave
 * the processors to the integration tests.
 */
export const proof: Step[][] = [
  [
    { name: 'types', command: ['tsc', '-p', '.'] },
    { name: 'lint', command: ['biome', 'ci', '.'] },
    { name: 'generated', command: ['node', 'scripts/generate.ts', '--check'] },
  ],
  [{ name: 'unit', ...vitest('unit') }],
  [
    { name: 'integration', ...vitest('integration', '--project', 'tracing') },
    { name: 'e2e', ...vitest('e2e') },
  ],
];

/** Stories about events, blobs or mail, and the deaths and starts of whole stacks. */
const touching = [
  ...['events', 'files', 'results', 'sharing'].map((name) => `tests/stories/jobs/${name}`),
  'tests/stacks/life',
];

/** The steps that `npm run test:all` adds: long ones first, and beside one that computes those that wait. */
export const beyond: Step[][] = [
  [
    { name: 'native', ...vitest('native', '--project', 'pipelines', '--passWithNoTests') },
    { name: 'chaos', ...vitest('chaos') },
    {
      // The driver contract tests, and stories, on real Kafka and S3.
      name: 'real',
      ...vitest('real', '--project', 'e2e', '--project', 'stacks', ...touching, '.real.test.ts'),
      env: { ROTAMER_E2E_NEIGHBOURS: 'real' },
    },
    { name: 'python', command: ['node', 'tests/python/run.ts'] },
    { name: 'stacks', ...vitest('stacks') },
    { name: 'contract', command: ['node', 'tests/contract/run.ts'] },
    { name: 'crashes', ...vitest('crashes') },
    { name: 'attacks', ...vitest('attacks') },
    { name: 'browser', ...vitest('browser') },
    { name: 'slow', ...vitest('slow') },
    { name: 'slow-stories', ...vitest('slow-stories') },
    { name: 'generators', command: ['node', 'tests/contract/generators/run.ts'] },
    { name: 'samples', ...vitest('samples') },
    { name: 'chart', ...vitest('chart') },
  ],
  // Nothing else runs beside it: it measures what other tenants feel.
  [{ name: 'tenants', ...vitest('tenants') }],
];

function vitest(project: string, ...more: string[]): Pick<Step, 'command' | 'project'> {
  return { command: ['vitest', 'run', '--project', project, ...more], project };
}
