import { long } from '@rotamer/kit/testing/long.ts';

/** One check of the repository. */
export interface Step {
  name: string;
  /** The command to run. Programs are looked up in node_modules/.bin. */
  command: string[];
  /** The vitest project whose tests are counted. */
  project?: string;
  env?: Record<string, string>;
  /** Whether it needs Kafka and an S3 server, which are fetched and built first. */
  neighbours?: true;
}

/**
 * The steps of `npm test`: everything that needs only what npm installs, and the tests of tools whose programs exist on this machine.
 * Cheapest first. The steps of a round run concurrently: stories mostly wait, and leave the processors to the integration tests.
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

/** Stories of events and blobs, and in the long form tests of whole stacks that start or die. */
const touching = [
  ...(long ? ['events', 'files', 'results', 'sharing'] : ['events', 'files']).map(
    (name) => `tests/stories/jobs/${name}`,
  ),
  ...(long ? ['--project', 'stacks', 'tests/stacks/life'] : []),
];

/** In its long form it measures effects on other tenants, so no other step runs beside it. */
const tenants: Step = { name: 'tenants', ...vitest('tenants') };

/** The additional steps of `npm run test:all`. Long steps come first; steps that wait run beside one that computes. */
export const beyond: Step[][] = [
  [
    { name: 'native', ...vitest('native') },
    // By themselves, because their stack takes 0.1 of a processor while it is idle.
    { name: 'pipelines', ...vitest('pipelines') },
    { name: 'chaos', ...vitest('chaos', '--project', 'kills') },
    {
      // Stories on real Kafka and S3, by themselves: their stack takes 0.4 of a processor while the drivers are tested.
      name: 'real-stories',
      ...vitest('e2e', ...touching),
      env: { ROTAMER_E2E_NEIGHBOURS: 'real' },
      neighbours: true,
    },
    // The contracts of the drivers.
    { name: 'real', ...vitest('real'), neighbours: true },
    { name: 'python', command: ['node', 'tests/python/run.ts'] },
    { name: 'browser', ...vitest('browser') },
    { name: 'stacks', ...vitest('stacks') },
    { name: 'slow-stories', ...vitest('slow-stories') },
    ...(long ? [] : [tenants]),
    { name: 'attacks', ...vitest('attacks') },
    { name: 'contract', command: ['node', 'tests/contract/run.ts'] },
    { name: 'slow', ...vitest('slow') },
    { name: 'samples', ...vitest('samples') },
    { name: 'crashes', ...vitest('crashes') },
    { name: 'generators', command: ['node', 'tests/contract/generators/run.ts'] },
    { name: 'chart', ...vitest('chart') },
  ],
  long ? [tenants] : [],
];

function vitest(project: string, ...more: string[]): Pick<Step, 'command' | 'project'> {
  return { command: ['vitest', 'run', '--project', project, ...more], project };
}
