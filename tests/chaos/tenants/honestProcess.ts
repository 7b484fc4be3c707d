// Runs one honest tenant in a separate process, so that the test's own attacks do not slow down its measurements.

import { type Seen, visit } from './honest.ts';

const [baseUrl, key] = process.argv.slice(2) as [string, string];
let stopping: boolean;

process.on('message', async (order: 'begin' | 'stop') => {
  stopping = order === 'stop';
  if (stopping) return;
  const seen: Seen[] = [];
  await visit({ baseUrl, key }, seen, () => stopping);
  process.send!(seen);
});
