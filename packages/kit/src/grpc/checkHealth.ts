// node checkHealth.ts <host:port>: exits with 0 when the gRPC server there is healthy; the health check of a container.

import { createClient } from 'nice-grpc';
import { HealthDefinition } from 'nice-grpc-server-health';
import { openChannel } from './client.ts';
import { channelCredentials, grpcTlsOf } from './tls.ts';

/** https://github.com/grpc/grpc/blob/master/doc/health-checking.md */
const SERVING = 1;

const [address = ''] = process.argv.slice(2);
const tls = grpcTlsOf(process.env);
// The program probes the process in its own container, so the name in the certificate is not checked.
const channel = openChannel(address, tls && channelCredentials(tls, { checkServerIdentity: () => undefined }));
const { status } = await createClient(HealthDefinition, channel).check(
  { service: '' },
  { signal: AbortSignal.timeout(3_000) },
);
channel.close();
if (status !== SERVING) throw new Error(`${address} is not serving`);
