// Downloads and builds in advance the programs that `npm start -- --real` and `npm run test:real` need.

import { kafkaJars, s3Program } from './programs.ts';
import { requireTools } from './toolchain.ts';

try {
  requireTools();
  await kafkaJars();
  await s3Program();
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}
