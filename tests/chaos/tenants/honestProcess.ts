// A process of its own for one honest tenant: what the test itself does to attack must not count for what the tenant sees.

import { type Seen, visit } from './honest.ts';

const [baseUrl, key] = process.argv.slice(2) as [string, string];
const seen: Seen[] = [];
let stopping = false;

process.once('message', () => {
  stopping = true;
});
await visit({ baseUrl, key }, seen, () => stopping);
process.send!(seen, () => process.disconnect());
