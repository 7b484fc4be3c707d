/** One check of the repository. */
export interface Step {
  name: string;
  /** The command to run. Programs are looked up in node_modules/.bin. */
  command: string[];
  /** The vitest project whose tests are counted. */
  project?: string;
  env?: Record<string, string>;
  /** Most of its time, it waits: for leases, streams, answers and processes that start. One such step may run beside two that compute. */
  waits?: true;
}

/**
 * The steps of `npm test`: everything that needs only what npm installs, and the tests of tools whose programs exist on this machine.
 * Cheapest first. The steps of a round run two at a time: stories mostly wait, and leave the processors to the integration tests.
 */
export const proof: Step[][] = [
  [
    { name: 'types', command: ['tsc', '-p', '.'] },
    { name: 'lint', command: ['biome', 'ci', '.'] },
    { name: 'generated', command: ['node', 'scripts/generate.ts', '--check'] },
    { name: 'unit', ...vitest('unit') },
  ],
  [
    { name: 'integration', ...vitest('integration', '--project', 'tracing') },
    { name: 'e2e', ...vitest('e2e') },
  ],
];

/** Tests of events, blobs or mail, and of whole stacks that start or die. */
const touching = [
  ...['events', 'files', 'results', 'sharing'].map((name) => `tests/stories/jobs/${name}`),
  'tests/stacks/life',
];

/** The additional steps of `npm run test:all`. Long steps come first. A step that waits runs beside two that compute. */
export const beyond: Step[][] = [
  [
    { name: 'native', ...vitest('native', '--project', 'pipelines', '--passWithNoTests') },
    { name: 'python', command: ['node', 'tests/python/run.ts'], waits: true },
    { name: 'chaos', ...vitest('chaos'), waits: true },
    { name: 'browser', ...vitest('browser') },
    { name: 'stacks', ...vitest('stacks') },
    {
      // The driver contract tests, and stories, on real Kafka and S3.
      name: 'real',
      ...vitest('real', '--project', 'e2e', '--project', 'stacks', ...touching, 'packages/', 'services/'),
      env: { ROTAMER_E2E_NEIGHBOURS: 'real' },
    },
    { name: 'attacks', ...vitest('attacks'), waits: true },
    { name: 'slow-stories', ...vitest('slow-stories'), waits: true },
    { name: 'slow', ...vitest('slow') },
    { name: 'contract', command: ['node', 'tests/contract/run.ts'] },
    { name: 'crashes', ...vitest('crashes') },
    { name: 'samples', ...vitest('samples') },
    { name: 'generators', command: ['node', 'tests/contract/generators/run.ts'] },
    { name: 'chart', ...vitest('chart'), waits: true },
  ],
  // Runs without concurrent steps, because it measures effects on other tenants.
  [{ name: 'tenants', ...vitest('tenants') }],
];

function vitest(project: string, ...more: string[]): Pick<Step, 'command' | 'project'> {
  return { command: ['vitest', 'run', '--project', project, ...more], project };
}
