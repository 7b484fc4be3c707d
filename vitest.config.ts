import { long } from '@rotamer/kit/testing/long.ts';
import { defineConfig } from 'vitest/config';

const ignored = ['**/node_modules/**', '**/.rotamer/**'];

const tracing = 'packages/kit/src/telemetry/traces.int.test.ts';

/**
 * Speeds of tests, told apart by the file's name; CONTRIBUTING.md says what belongs where. Projects with different numbers
 * of workers can run in one command only one after the other, as `groupOrder` says.
 */
export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          include: ['**/*.test.ts'],
          exclude: [...ignored, '**/*.{int,crash,attack,real,native,e2e,chart,k8s}.test.ts'],
          // vitest leaves one core free by default: on two cores that is half of them. And some tests wait.
          maxWorkers: 3,
          // Loading the same modules for every file again took half of the time.
          isolate: false,
          // A conformer search of 3 s alone on a core takes longer where others work: time is no reason to fail.
          testTimeout: 60_000,
        },
      },
      {
        // Tools with the programs that they run.
        test: {
          name: 'native',
          sequence: { groupOrder: 1 },
          include: ['**/*.native.test.ts'],
          exclude: ignored,
          maxWorkers: 2,
          // A second of each file was loading what all of them load.
          isolate: false,
          // Programs take seconds, and many times of them where others work.
          testTimeout: 240_000,
        },
      },
      {
        test: {
          name: 'integration',
          sequence: { groupOrder: 2 },
          include: ['**/*.int.test.ts'],
          exclude: [...ignored, tracing, '**/*.slow.int.test.ts'],
          globalSetup: ['packages/kit/src/testing/globalPostgres.ts'],
          // They wait for PostgreSQL and for child processes half of the time.
          maxWorkers: 3,
          isolate: false,
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
      {
        // Databases and runners that are started and killed, races and runs at their full size.
        test: {
          name: 'slow',
          sequence: { groupOrder: 16 },
          include: ['**/*.slow.int.test.ts'],
          exclude: ignored,
          globalSetup: ['packages/kit/src/testing/globalPostgres.ts'],
          maxWorkers: 3,
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        // It turns tracing on for its whole process, which cannot be taken back.
        test: {
          name: 'tracing',
          sequence: { groupOrder: 14 },
          include: [tracing],
          globalSetup: ['packages/kit/src/testing/globalPostgres.ts'],
          maxWorkers: 1,
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
      {
        // A process that dies at each of its calls in turn.
        test: {
          name: 'crashes',
          sequence: { groupOrder: 3 },
          include: ['**/*.crash.test.ts'],
          exclude: ignored,
          globalSetup: ['packages/kit/src/testing/globalPostgres.ts'],
          maxWorkers: 2,
          testTimeout: 120_000,
          hookTimeout: 60_000,
        },
      },
      {
        // Tools, bodies and keys that mean harm, at their worst. They know only their own folder or process.
        test: {
          name: 'attacks',
          sequence: { groupOrder: 4 },
          include: ['**/*.attack.test.ts'],
          exclude: ignored,
          maxWorkers: 2,
          testTimeout: 240_000,
          hookTimeout: 60_000,
        },
      },
      {
        // The drivers once more, on containers: npm run test:containers.
        test: {
          name: 'containers',
          sequence: { groupOrder: 5 },
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
          sequence: { groupOrder: 6 },
          include: ['**/*.real.test.ts'],
          exclude: ignored,
          globalSetup: ['packages/kit/src/testing/globalPostgres.ts', 'packages/kit/src/testing/globalReal.ts'],
          // They wait for brokers most of the time.
          maxWorkers: 2,
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
      {
        // A real cluster, named by KUBECONFIG: npm run test:k8s.
        test: {
          name: 'k8s',
          sequence: { groupOrder: 7 },
          include: ['tests/kubernetes/**/*.k8s.test.ts'],
          exclude: ignored,
          maxWorkers: 1,
        },
      },
      {
        // The rendered chart; helm is fetched by npm when it is not installed.
        test: {
          name: 'chart',
          sequence: { groupOrder: 8 },
          include: ['deploy/chart/**/*.chart.test.ts'],
          exclude: ignored,
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
      {
        test: {
          name: 'e2e',
          sequence: { groupOrder: 9 },
          include: ['tests/stories/**/*.e2e.test.ts'],
          exclude: [...ignored, '**/*.{native,browser,slow}.e2e.test.ts', 'tests/stories/samples/**'],
          globalSetup: ['tests/support/src/globalStack.ts'],
          // Stories mostly wait, so more of them than cores run at a time; the patience is for machines that do more.
          maxWorkers: 4,
          isolate: false,
          testTimeout: 240_000,
          hookTimeout: 240_000,
        },
      },
      {
        // Stories that take their time, or try the same with every tool and route.
        test: {
          name: 'slow-stories',
          sequence: { groupOrder: 17 },
          include: ['tests/stories/**/*.slow.e2e.test.ts'],
          exclude: ignored,
          globalSetup: ['tests/support/src/globalStack.ts'],
          maxWorkers: 4,
          isolate: false,
          testTimeout: 240_000,
          hookTimeout: 240_000,
        },
      },
      {
        // Pages in Chromium, which renders 3D in software: it takes both cores of a small machine.
        test: {
          name: 'browser',
          sequence: { groupOrder: 15 },
          include: ['tests/stories/**/*.browser.e2e.test.ts'],
          exclude: ignored,
          globalSetup: ['tests/support/src/globalStack.ts'],
          maxWorkers: 2,
          testTimeout: 240_000,
          hookTimeout: 240_000,
        },
      },
      {
        // What the documentation shows; the Python of it is in the step `python`.
        test: {
          name: 'samples',
          sequence: { groupOrder: 18 },
          include: ['tests/stories/samples/**/*.e2e.test.ts'],
          exclude: ignored,
          globalSetup: ['tests/support/src/globalStack.ts'],
          maxWorkers: 1,
          testTimeout: 240_000,
          hookTimeout: 240_000,
        },
      },
      {
        // What starts a stack of its own, or several.
        test: {
          name: 'stacks',
          sequence: { groupOrder: 13 },
          include: ['tests/stacks/**/*.e2e.test.ts'],
          exclude: ignored,
          maxWorkers: 3,
          testTimeout: 240_000,
          hookTimeout: 240_000,
        },
      },
      {
        // Workflows whose tools need programs besides npm's.
        test: {
          name: 'pipelines',
          sequence: { groupOrder: 12 },
          include: ['tests/stories/**/*.native.e2e.test.ts'],
          exclude: ignored,
          globalSetup: ['tests/support/src/globalStack.ts'],
          maxWorkers: 2,
          isolate: false,
          testTimeout: 600_000,
          hookTimeout: 240_000,
        },
      },
      {
        test: {
          name: 'chaos',
          sequence: { groupOrder: 10 },
          include: ['tests/chaos/**/*.e2e.test.ts'],
          exclude: [...ignored, 'tests/chaos/tenants/**'],
          // Each kills a stack of its own and mostly waits for it; the long form asserts exact figures, so it is one at a time.
          maxWorkers: long ? 1 : 2,
          testTimeout: 240_000,
          hookTimeout: 240_000,
        },
      },
      {
        // What honest tenants feel is measured: nothing else runs beside it.
        test: {
          name: 'tenants',
          sequence: { groupOrder: 11 },
          include: ['tests/chaos/tenants/**/*.e2e.test.ts'],
          exclude: ignored,
          maxWorkers: 1,
          hookTimeout: 240_000,
        },
      },
    ],
  },
});
