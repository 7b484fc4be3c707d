import { long } from '@rotamer/kit/testing/long.ts';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

const ignored = ['**/node_modules/**', '**/.rotamer/**'];

/**
 * Tests of processes wait for what a busy machine may not give them in time. In CI they get a second try, and `npm test`
 * names at its end each that needed it; a developer sees the first failure.
 */
const retry = process.env.CI ? 1 : 0;

/** What takes longest starts first, so that the other workers do not wait for it in the end: a minute on two cores. */
const longest = ['life.e2e', 'crashes.e2e', 'rateLimit.e2e', 'kill.e2e', 'postgres.e2e', 'kafkaBus.real', 'docs.e2e'];

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const rank = ({ moduleId }: TestSpecification) => {
      const place = longest.findIndex((name) => moduleId.includes(`/${name}.`));
      return place < 0 ? longest.length : place;
    };
    return sorted.sort((a, b) => rank(a) - rank(b));
  }
}

/** Speeds of tests, told apart by the file's name; CONTRIBUTING.md says what belongs where. */
export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          name: 'unit',
          include: ['**/*.test.ts'],
          exclude: [...ignored, '**/*.int.test.ts', '**/*.real.test.ts', '**/*.e2e.test.ts'],
          // vitest leaves one core free by default: on two cores that is half of them.
          maxWorkers: '100%',
          // A conformer search of 3 s alone on a core takes longer where others work: time is no reason to fail.
          testTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'integration',
          retry,
          include: ['**/*.int.test.ts'],
          exclude: ignored,
          globalSetup: ['packages/kit/src/testing/globalPostgres.ts'],
          // They wait for PostgreSQL and for child processes half of the time.
          maxWorkers: 3,
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
      {
        // The drivers once more, on containers: npm run test:containers.
        test: {
          name: 'containers',
          include: ['packages/kit/**/*.real.test.ts', 'packages/kit/src/{bus,db}/*.int.test.ts'],
          exclude: ignored,
          globalSetup: ['packages/kit/src/testing/globalContainers.ts'],
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
      {
        test: {
          name: 'real',
          retry,
          include: ['**/*.real.test.ts'],
          exclude: ignored,
          globalSetup: ['packages/kit/src/testing/globalPostgres.ts', 'packages/kit/src/testing/globalReal.ts'],
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
      {
        test: {
          name: 'e2e',
          retry,
          include: ['tests/**/*.e2e.test.ts'],
          exclude: [...ignored, 'tests/chaos/**'],
          globalSetup: ['tests/support/src/globalStack.ts'],
          // Stories mostly wait, so more of them than cores run at a time; the patience is for machines that do more.
          maxWorkers: 4,
          testTimeout: 240_000,
          hookTimeout: 240_000,
        },
      },
      {
        test: {
          name: 'chaos',
          retry,
          include: ['tests/chaos/**/*.e2e.test.ts'],
          exclude: ignored,
          // Each kills a stack of its own and mostly waits for it; the long form asserts exact figures, so it is one at a time.
          maxWorkers: long ? 1 : 2,
          hookTimeout: 240_000,
        },
      },
    ],
  },
});
