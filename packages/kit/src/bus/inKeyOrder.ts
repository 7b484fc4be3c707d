/**
 * Handles messages, up to `atOnce` at a time; messages of one key are handled one after the other, in order. Calls
 * `onReached` with each message once it and all before it are handled.
 *
 * @throws the first error, once the messages in progress have ended; no message is begun after the error.
 */
export async function inKeyOrder<Message extends { key: string }>(
  messages: Message[],
  atOnce: number,
  handle: (message: Message) => Promise<void>,
  onReached: (message: Message) => void = () => {},
): Promise<void> {
  const last = new Map<string, Promise<void>>();
  const handled = new Set<Message>();
  const failures: unknown[] = [];
  let reached = 0;
  let underWay = 0;
  let onEnd = () => {};

  async function follow(before: Promise<void> | undefined, message: Message): Promise<void> {
    await before;
    if (failures.length > 0) return;
    try {
      await handle(message);
    } catch (error) {
      failures.push(error);
      return;
    }
    handled.add(message);
    for (; reached < messages.length && handled.has(messages[reached]!); reached++) onReached(messages[reached]!);
  }

  for (const message of messages) {
    // Promise.race would add a listener to every message under way, again for each message.
    while (underWay >= atOnce)
      await new Promise<void>((resolve) => {
        onEnd = resolve;
      });
    if (failures.length > 0) break;
    underWay++;
    const done = follow(last.get(message.key), message).then(() => {
      underWay--;
      onEnd();
    });
    last.set(message.key, done);
  }
  await Promise.all(last.values());
  if (failures.length > 0) throw failures[0];
}
