import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { openBlobs } from '@rotamer/kit/blobs/openBlobs.ts';
import type { Measure } from '../measure.ts';
import { uploadsToPuts } from '../uploads.ts';

/** Uploads into the folder of the embedded stack. */
export const upload: Measure = {
  name: 'upload',
  title: 'upload of 50 MB of FASTA, bytes per second ÷ direct put into the blob store',
  unit: 'ratio',
  goal: { atLeast: 0.5 },
  async prepare(world) {
    const { keys } = await world.newWorkspace();
    const blobs = await openBlobs({
      blobsDir: join(world.dataDir, 'bench-blobs'),
      blobsSecret: randomUUID(),
      publicUrl: world.baseUrl,
    });
    world.onMeasured(() => blobs.deletePrefix('puts/'));
    return uploadsToPuts(world, world.baseUrl, keys[0]!, blobs);
  },
};
