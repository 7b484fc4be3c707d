import { openS3Blobs } from '@rotamer/kit/blobs/s3Blobs.ts';
import { readStackFile } from '@rotamer/stack/folder/stackFile.ts';
import { loadSecrets } from '@rotamer/stack/settings/secrets.ts';
import type { Measure } from '../measure.ts';
import { openOtherStack } from '../otherStack.ts';
import { uploadsToPuts } from '../uploads.ts';

/**
 * Uploads into a real S3 server, as in production ÷ puts into the same server. Starts Kafka too, so it needs Java,
 * Maven and Go.
 */
export const uploadS3: Measure = {
  name: 'upload-s3',
  title: 'upload of 50 MB of FASTA, bytes per second ÷ direct put into S3',
  unit: 'ratio',
  goal: { atLeast: 0.5 },
  onlyByName: true,
  ownStack: true,
  async prepare(bench) {
    const stack = await openOtherStack(bench, { real: true }).start();
    bench.onMeasured(stack.stop);
    const services = () => readStackFile(stack.paths.stackFile)!.services;
    const blobs = openS3Blobs({
      s3Endpoint: `http://${services().s3![0]!.address}`,
      s3AccessKeyId: 'rotamer',
      s3SecretAccessKey: loadSecrets(stack.paths.secrets).s3,
    });
    return uploadsToPuts({ ...bench, services }, stack.baseUrl, stack.apiKey, blobs);
  },
};
