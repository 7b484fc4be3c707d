import { programsOf, services } from '@rotamer/deploy/services.ts';

/** The sources that are started as a process or a thread of their own, from the root of the repository. */
export const programs = programsOf(services);

/** Where the bundle of a program is, from the folder of all bundles. */
export const bundleOf = (program: string) => program.replace(/\.ts$/, '.js');
