import { join, resolve } from 'node:path';
import { bundleOf } from '@rotamer/bundle/programs.ts';
import { mainOf } from '@rotamer/deploy/services.ts';

/** The root of the checkout. */
export const repository = resolve(import.meta.dirname, '../../../..');

/** Cache of which tool programs were found on this machine, kept between starts. */
export const knownAnswers = join(repository, 'node_modules', '.cache', 'programs');

/** The files and folders of a stack, all in its data folder. */
export interface DataPaths {
  root: string;
  postgres: string;
  kafka: string;
  s3: string;
  prometheus: string;
  blobs: string;
  /** Reference data, `<dataset>/<release>/`. */
  datasets: string;
  /** Mails that would have been sent, as .eml files. */
  mail: string;
  logs: string;
  secrets: string;
  /** The id of the job to which the welcome page links. */
  sampleJob: string;
  stackFile: string;
  lock: string;
}

/** The default data folder. */
export const defaultDataDir = join(repository, '.rotamer');

/** The files and folders of a data folder. */
export function dataPaths(dataDir: string): DataPaths {
  const root = resolve(dataDir);
  return {
    root,
    postgres: join(root, 'postgres'),
    kafka: join(root, 'kafka'),
    s3: join(root, 's3'),
    prometheus: join(root, 'prometheus'),
    blobs: join(root, 'blobs'),
    datasets: join(root, 'datasets'),
    mail: join(root, 'mail'),
    logs: join(root, 'logs'),
    secrets: join(root, 'secrets.json'),
    sampleJob: join(root, 'sample-job'),
    stackFile: join(root, 'stack.json'),
    lock: join(root, 'stack.lock'),
  };
}

/** Returns the file to which the output of a process of this stack is appended. */
export function logFile(paths: DataPaths, name: string): string {
  return join(paths.logs, `${name}.log`);
}

/** The main file of a service, relative to the folder of its bundles. */
export function mainFile(service: string): string {
  return bundleOf(mainOf(service));
}
