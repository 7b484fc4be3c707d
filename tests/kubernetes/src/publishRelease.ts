import { kubectl, namespace } from './cluster.ts';

/**
 * Imports protein sequences as release 1 of a dataset that everyone may search, in the operator's pod, and publishes it to S3, from
 * which runners fetch it. The pod forgets its own copy with its end.
 */
export async function publishRelease(id: string, records: string[]): Promise<void> {
  const file = '/tmp/records.fasta';
  const inPod = (command: string, input?: string) =>
    kubectl(['-n', namespace, 'exec', '-i', 'deploy/operator', '--', 'sh', '-c', command], input);
  await inPod(`cat > ${file}`, records.join(''));
  const dataset = (command: string) =>
    inPod(`ROTAMER_DATASETS=/tmp/datasets node deploy/stack/src/admin.ts dataset ${command} --id ${id} --release 1`);
  await dataset(`import --file ${file} --licence CC0-1.0 --everyone yes`);
  await dataset('publish');
}
