import type { ChannelCredentials, ChannelOptions } from '@grpc/grpc-js';
import { type Channel, createChannel } from 'nice-grpc';

/**
 * Opens a channel to a service. Calls between services never use an HTTP proxy, also when `grpc_proxy`, `https_proxy` or
 * `http_proxy` is set: those name the way out of the network, and the proxy may not know our services.
 */
export function openChannel(address: string, credentials?: ChannelCredentials, options?: ChannelOptions): Channel {
  return createChannel(address, credentials, { ...options, 'grpc.enable_http_proxy': 0 });
}
