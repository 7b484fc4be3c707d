import { long } from '@rotamer/kit/testing/long.ts';
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';
import { filesTagged, tags } from './scripts/test/tags.ts';

type Options = NonNullable<TestProjectInlineConfiguration['test']>;

const ignored = ['**/node_modules/**', '**/.rotamer/**'];
const database: Options = { globalSetup: ['packages/kit/src/testing/globalPostgres.ts'], hookTimeout: 60_000 };
const containers: Options = { globalSetup: ['packages/kit/src/testing/globalContainers.ts'], hookTimeout: 120_000 };
const brokers: Options = {
  globalSetup: ['packages/kit/src/testing/globalPostgres.ts', 'packages/kit/src/testing/globalReal.ts'],
  hookTimeout: 120_000,
};
const stack: Options = {
  globalSetup: ['tests/support/src/globalStack.ts'],
  hookTimeout: 240_000,
  testTimeout: 240_000,
};
const ownStack: Options = { hookTimeout: 240_000, testTimeout: 240_000 };
// In the short form the files share a stack that one of them starts, so they share a process and run one at a time.
const oneStack: Options = {
  ...ownStack,
  globalSetup: ['tests/chaos/globalHome.ts'],
  maxWorkers: 1,
  isolate: false,
};

/**
 * Each project is a step of `npm test` or `npm run test:all`. Its tests share a suffix or a tag, what is started for them, and the
 * number of workers. `isolate: false` saves the time to load the same modules for every file.
 */
const projects: Record<string, Options> = {
  // vitest leaves one core free by default. A conformer search of 3 s takes much longer on a busy machine.
  unit: {
    include: ['**/*.test.ts'],
    exclude: ['**/*.{int,e2e,slow}.test.ts'],
    maxWorkers: 3,
    isolate: false,
    testTimeout: 60_000,
  },
  integration: {
    ...database,
    include: ['**/*.int.test.ts'],
    exclude: filesTagged('tracing'),
    // Most of the time, these tests wait for PostgreSQL and child processes.
    maxWorkers: 5,
    isolate: false,
    testTimeout: 30_000,
  },
  // Stories mostly wait, so more of them than cores run at a time. Timeouts are for machines with other load.
  e2e: { ...stack, include: ['**/*.e2e.test.ts'], maxWorkers: 4, isolate: false },
  slow: { ...database, include: filesTagged(), maxWorkers: 3, testTimeout: 120_000 },
  tracing: { ...database, include: filesTagged('tracing'), maxWorkers: 1, testTimeout: 30_000 },
  // A third worker computes while others wait, as tests of stops do.
  native: { include: filesTagged('native'), maxWorkers: 3, isolate: false, testTimeout: 480_000 },
  pipelines: { ...stack, include: filesTagged('pipelines'), maxWorkers: 2, isolate: false, testTimeout: 600_000 },
  crashes: { ...database, include: filesTagged('crashes'), maxWorkers: 2, testTimeout: 120_000 },
  attacks: { include: filesTagged('attacks'), maxWorkers: 2, testTimeout: 240_000, hookTimeout: 60_000 },
  real: { ...brokers, include: filesTagged('real'), maxWorkers: 2, testTimeout: 120_000 },
  'slow-stories': { ...stack, include: filesTagged('slow-stories'), maxWorkers: 4, isolate: false },
  browser: { ...stack, include: filesTagged('browser'), maxWorkers: 2 },
  samples: { ...stack, include: filesTagged('samples'), maxWorkers: 1 },
  stacks: { ...ownStack, include: filesTagged('stacks'), maxWorkers: 3 },
  // The long form asserts exact figures, so its files run one at a time.
  chaos: { ...ownStack, include: filesTagged('chaos'), maxWorkers: long ? 1 : 2 },
  kills: { ...oneStack, include: filesTagged('kills') },
  tenants: { ...oneStack, include: filesTagged('tenants') },
  chart: { include: filesTagged('chart'), testTimeout: 120_000, hookTimeout: 120_000 },
  k8s: { include: filesTagged('k8s'), maxWorkers: 1 },
  // The contract tests of kit's drivers once more, in containers: npm run test:containers.
  containers: {
    ...containers,
    include: [
      ...filesTagged('real').filter((file) => file.startsWith('packages/kit/')),
      'packages/kit/src/{bus,db}/*.int.test.ts',
    ],
    testTimeout: 120_000,
  },
};

export default defineConfig({
  test: {
    tags: Object.entries(tags).map(([name, description]) => ({ name, description })),
    // Projects with different numbers of workers can run in one command only one after the other, as `groupOrder` says.
    projects: Object.entries(projects).map(([name, options], groupOrder) => ({
      test: { ...options, name, sequence: { groupOrder }, exclude: [...ignored, ...(options.exclude ?? [])] },
    })),
  },
});
