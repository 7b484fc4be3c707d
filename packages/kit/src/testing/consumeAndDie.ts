import { numberOf } from './busMessages.ts';
import { openTestBus } from './openTestBus.ts';

/**
 * A consumer process that one of its messages kills. It prints each message that it begins. Arguments: `<topic>
 * <group> <the deadly one>`.
 */
const [topic, group, deadly] = process.argv.slice(2) as [string, string, string];
const bus = await openTestBus(process.env);
await bus.consume(topic, group, async (message) => {
  await new Promise((resolve) => process.send!(numberOf(message), resolve));
  if (numberOf(message) === Number(deadly)) process.kill(process.pid, 'SIGKILL');
});
