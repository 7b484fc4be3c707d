/** The sources that are started as a process or a thread of their own, from the root of the repository. */
export const programs = [
  ...['billing', 'files', 'gateway', 'jobs', 'runner'].map((service) => `services/${service}/src/main.ts`),
  'services/jobs/src/catalogue/checkWorker.ts',
  'packages/inspection/src/thread/worker.ts',
  'services/runner/src/child/main.ts',
  'services/runner/src/child/probe.ts',
  'tools/shared/rdkit/worker.ts',
];

/** Where the bundle of a program is, from the folder of all bundles. */
export const bundleOf = (program: string) => program.replace(/\.ts$/, '.js');
