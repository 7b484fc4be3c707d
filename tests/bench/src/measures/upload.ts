import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { openFsBlobs } from '@rotamer/kit/blobs/fsBlobs.ts';
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
    const blobs = openFsBlobs({
      folder: join(world.dataDir, 'bench-blobs'),
      secret: randomUUID(),
      publicUrl: world.baseUrl,
    });
    world.onMeasured(() => blobs.deletePrefix('puts/'));
    return uploadsToPuts(world, world.baseUrl, keys[0]!, blobs);
  },
};
