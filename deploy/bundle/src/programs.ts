import { programsOf, type Service, services } from '@rotamer/deploy/services.ts';

/** The sources that run as a process or a thread, relative to the root of the repository. */
export const programs = programsOf(services);

/** The program that starts again for most jobs. It has a special bundle. */
export const programOfJobs = 'services/runner/src/child/main.ts';

/** The program that starts and watches all others. */
export const launcher = 'deploy/stack/src/launcher.ts';

/** The folder in which bundles are written, and the folder from which they run, if it differs. */
export interface BundleFolder {
  outdir: string;
  runsAt?: string;
}

/** The bundle of a program, relative to the folder of all bundles. */
export const bundleOf = (program: string) => program.replace(/\.ts$/, program === programOfJobs ? '.cjs' : '.js');

/** Returns the programs in a service's image: its own, and those that Kubernetes and people start there. */
export function imagePrograms(service: Service): string[] {
  return [
    ...programsOf([service]),
    ...(service.database ? ['packages/kit/src/db/migrateMain.ts'] : []),
    ...(service.grpc ? ['packages/kit/src/grpc/checkHealth.ts'] : []),
    ...(service.name === 'runner' ? ['tools/doctor.ts', 'services/runner/src/conformance/main.ts'] : []),
  ];
}
