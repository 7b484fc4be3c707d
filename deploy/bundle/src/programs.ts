import { programsOf, services } from '@rotamer/deploy/services.ts';

/** The sources that are started as a process or a thread, relative to the root of the repository. */
export const programs = programsOf(services);

/** It starts anew for each job, and is bundled for that. */
export const programOfJobs = 'services/runner/src/child/main.ts';

/** The bundle of a program, relative to the folder of all bundles. */
export const bundleOf = (program: string) => program.replace(/\.ts$/, program === programOfJobs ? '.cjs' : '.js');
