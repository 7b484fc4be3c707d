import { UsageError } from '../settings/options.ts';

/** @throws UsageError when the environment names external servers, because `--fresh` must not delete other people's data there. */
export function refuseGivenServers(): void {
  const names = [
    'ROTAMER_POSTGRES_URL',
    'ROTAMER_KAFKA_BROKERS',
    'ROTAMER_S3_ENDPOINT',
    'ROTAMER_S3_BUCKET',
    'ROTAMER_BUS_URL',
    'ROTAMER_BLOBS_DIR',
  ];
  const given = names.filter((name) => process.env[name]);
  if (given.length === 0) return;
  throw new UsageError(
    `--fresh cannot delete data on the external servers of ${given.join(', ')}: drop the databases rotamer_*, the topics, the bucket and the folder yourself, and start without --fresh.`,
  );
}
