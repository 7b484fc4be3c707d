import { addressVariable, services } from '@rotamer/deploy/services.ts';
import { type StackOptions, UsageError } from './options.ts';

/** Settings that the stack sets for each process separately, because one value for all would not work. */
const WIRED = [
  'ROTAMER_LISTEN',
  'ROTAMER_SERVICE_TOKEN',
  'ROTAMER_CALLERS',
  'ROTAMER_GATEWAY_URL',
  ...services.map(({ name }) => addressVariable(name)),
];

/** Groups of settings that have an effect only together with a setting that names a server or a folder. */
const GROUPS: { prefix: string; naming: string[] }[] = [
  { prefix: 'ROTAMER_KAFKA_', naming: ['ROTAMER_KAFKA_BROKERS'] },
  { prefix: 'ROTAMER_S3_', naming: ['ROTAMER_S3_ENDPOINT', 'ROTAMER_S3_BUCKET'] },
];

/**
 * Refuses user settings that a stack cannot apply, instead of ignoring them. All other settings reach the services unchanged.
 *
 * @throws UsageError naming the settings and the resolution
 */
export function refuseUnusable(
  env: NodeJS.ProcessEnv,
  { traces, observe, real }: Pick<StackOptions, 'traces' | 'observe' | 'real'>,
): void {
  const set = (name: string) => Boolean(env[name]);
  const wired = WIRED.filter(set);
  if (wired.length > 0)
    throw new UsageError(
      `npm start chooses ${wired.join(', ')} itself, for each process. Start it without: env ${wired.map((name) => `-u ${name}`).join(' ')} npm start`,
    );
  for (const { prefix, naming } of GROUPS) {
    const orphans = Object.keys(env).filter((name) => name.startsWith(prefix) && set(name));
    if (orphans.length > 0 && !naming.some(set))
      throw new UsageError(
        `${orphans.join(', ')} count only beside ${naming.join(' or ')}. Set that too, or unset these.`,
      );
  }
  refuseTogether(['ROTAMER_BUS_URL', 'ROTAMER_KAFKA_BROKERS'], 'name two buses');
  refuseTogether(['ROTAMER_BLOBS_DIR', 'ROTAMER_S3_ENDPOINT'], 'name two blob stores');
  refuseTogether(['ROTAMER_BLOBS_DIR', 'ROTAMER_S3_BUCKET'], 'name two blob stores');
  const own = real && ['ROTAMER_BUS_URL', 'ROTAMER_BLOBS_DIR'].find(set);
  if (own)
    throw new UsageError(
      `--real starts Kafka and an S3 server, and ${own} names something else. Leave one of them out.`,
    );
  const exporter = traces && Object.keys(env).find((name) => name.startsWith('OTEL_') && set(name));
  if (exporter)
    throw new UsageError(`--traces shows traces itself, and ${exporter} sends them elsewhere. Leave one of them out.`);
  if (observe && set('ROTAMER_METRICS_LISTEN'))
    throw new UsageError('--observe chooses ROTAMER_METRICS_LISTEN itself, for each process. Leave one of them out.');

  function refuseTogether(names: string[], why: string): void {
    if (names.every(set)) throw new UsageError(`${names.join(' and ')} ${why}. Leave one of them out.`);
  }
}
