import type { ChannelCredentials, ChannelOptions } from '@grpc/grpc-js';
import { type Channel, createChannel } from 'nice-grpc';

/**
 * Opens a channel to a service. Calls between services never use an HTTP proxy, whatever `grpc_proxy`, `https_proxy`
 * and `http_proxy` say: those name the way out of the network, and it need not know our services.
 */
export function openChannel(address: string, credentials?: ChannelCredentials, options?: ChannelOptions): Channel {
  return createChannel(address, credentials, { ...options, 'grpc.enable_http_proxy': 0 });
}
