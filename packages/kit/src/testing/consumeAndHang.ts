import { numberOf } from './busMessages.ts';
import { openTestBus } from './openTestBus.ts';

/** A consumer process that handles its first message and hangs in the second, where the test kills it. Arguments: `<topic> <group>`. */
const [topic, group] = process.argv.slice(2) as [string, string];
const bus = await openTestBus(process.env);
let received = 0;
await bus.consume(topic, group, async (message) => {
  if (++received < 2) return;
  process.send!(numberOf(message));
  await new Promise(() => {});
});
