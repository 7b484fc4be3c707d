import { subscribe } from 'node:diagnostics_channel';
import type { Duplex } from 'node:stream';

/** Told by Node when it closes an HTTP/2 stream of either side, before the stream's own last events. */
const CLOSING = ['http2.client.stream.close', 'http2.server.stream.close'];

/**
 * Makes every HTTP/2 stream of the process let go of its listeners once it is closed, and so of the whole gRPC call.
 *
 * V8 puts a function that is assigned to a property where it stands (`this.onwrite = () => …`) into its old generation at once.
 * Node does so for every stream, so that all that a closed one refers to outlives the collections of the young generation, is
 * copied twice and then collected with the whole heap (decisions.md, "Memory of a call").
 */
export function releaseClosedStreams(): void {
  for (const channel of CLOSING)
    subscribe(channel, (message) => releaseOnceClosed((message as { stream: Duplex }).stream));
}

function releaseOnceClosed(stream: Duplex): void {
  stream.once('close', () => stream.removeAllListeners());
}
