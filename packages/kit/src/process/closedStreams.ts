import { subscribe } from 'node:diagnostics_channel';
import type { Duplex } from 'node:stream';

/** Diagnostics channels: Node publishes to them when it closes an HTTP/2 stream of either side, before the stream's own last events. */
const CLOSING = ['http2.client.stream.close', 'http2.server.stream.close'];

/**
 * Removes the listeners of every HTTP/2 stream of the process once the stream is closed, and so releases the whole gRPC
 * call.
 *
 * V8 puts a function literal that is assigned to a property (`this.onwrite = () => …`) into its old generation at once.
 * Node does so for every stream. So everything that a closed stream refers to outlives the collections of the young
 * generation, is copied twice, and is then collected with the whole heap (decisions.md, "Memory of a call").
 */
export function releaseClosedStreams(): void {
  for (const channel of CLOSING)
    subscribe(channel, (message) => releaseOnceClosed((message as { stream: Duplex }).stream));
}

function releaseOnceClosed(stream: Duplex): void {
  stream.once('close', () => stream.removeAllListeners());
}
