import { createPrivateKey, X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { PeerCertificate } from 'node:tls';
import {
  type ChannelCredentials,
  experimental,
  type ServerCredentials,
  ServerInterceptingCall,
  type ServerInterceptor,
  status,
  type VerifyOptions,
} from '@grpc/grpc-js';
import { envName, loadConfig } from '../process/config.ts';
import { metadataKeys } from './callContext.ts';
import { grpcTlsConfig } from './grpcConfig.ts';

/** PEM files: the certificate authority that all services trust, and this service's certificate and key. */
export interface GrpcTls {
  ca: string;
  cert: string;
  key: string;
  /** How often the files are reread, in milliseconds, so that a certificate can be renewed while the service runs; 60,000 by default. */
  refreshMs?: number;
}

const REFRESH_MS = 60_000;

/**
 * Returns the files named by `ROTAMER_GRPC_TLS_CA`, `_CERT` and `_KEY`; undefined when they are not set.
 *
 * @throws Error naming the variable and the invalid file.
 */
export function grpcTlsOf(env: NodeJS.ProcessEnv): GrpcTls | undefined {
  const { grpcTlsCa: ca, grpcTlsCert: cert, grpcTlsKey: key } = loadConfig(grpcTlsConfig, env);
  if (!ca && !cert && !key) return undefined;
  if (!ca || !cert || !key) {
    const names = Object.keys(grpcTlsConfig.properties).map(envName).join(', ');
    throw new Error(`${names}: set all three or none`);
  }
  readPem('grpcTlsCa', ca, (pem) => new X509Certificate(pem));
  const certificate = readPem('grpcTlsCert', cert, (pem) => new X509Certificate(pem));
  const privateKey = readPem('grpcTlsKey', key, createPrivateKey);
  if (!certificate.checkPrivateKey(privateKey)) {
    throw new Error(`${envName('grpcTlsKey')}: ${key} is not the key of the certificate in ${cert}`);
  }
  return { ca, cert, key };
}

function readPem<Read>(setting: string, file: string, parse: (pem: Buffer) => Read): Read {
  try {
    return parse(readFileSync(file));
  } catch (error) {
    throw new Error(`${envName(setting)}: cannot read ${file}: ${(error as Error).message}`, { cause: error });
  }
}

/** Returns credentials of a server that requires client certificates of the authority, each for the name of the caller. */
export async function serverCredentials(tls: GrpcTls): Promise<ServerCredentials> {
  const files = watch(tls);
  await firstRead(files);
  const credentials = experimental.createCertificateProviderServerCredentials(files, files, true);
  return experimental.createServerCredentialsWithInterceptors(credentials, [underOwnName]);
}

/** Resolves after the first read of the files. Before it, a listening server would drop every connection. */
function firstRead(files: experimental.CertificateProvider): Promise<void> {
  return new Promise((resolve) => {
    const onRead = () => {
      files.removeIdentityCertificateListener(onRead);
      resolve();
    };
    files.addIdentityCertificateListener(onRead);
  });
}

/** Returns credentials of a client: the server's certificate must be valid for the host that the client calls. */
export function channelCredentials(tls: GrpcTls, verify: VerifyOptions = {}): ChannelCredentials {
  const files = watch(tls);
  return experimental.createCertificateProviderChannelCredentials(files, files, verify);
}

function watch({ ca, cert, key, refreshMs = REFRESH_MS }: GrpcTls) {
  return new experimental.FileWatcherCertificateProvider({
    caCertificateFile: ca,
    certificateFile: cert,
    privateKeyFile: key,
    refreshIntervalMs: refreshMs,
  });
}

/** Rejects a caller whose name differs from the name in its certificate. The token is checked later (server.ts). */
const underOwnName: ServerInterceptor = (_, call) =>
  new ServerInterceptingCall(call, {
    start(next) {
      next({
        onReceiveMetadata(metadata, proceed) {
          const certificate = call.getAuthContext().sslPeerCertificate;
          const named = metadata.get(metadataKeys.service).map(String);
          if (named.every((service) => isOf(service, certificate))) return proceed(metadata);
          call.sendStatus({ code: status.UNAUTHENTICATED, details: 'The certificate belongs to another service.' });
        },
      });
    },
  });

/** Returns whether a certificate is valid for a service: for `jobs` or, as in Kubernetes, for `jobs.<namespace>.svc…`. */
function isOf(service: string, certificate: PeerCertificate | undefined): boolean {
  const names = certificate?.subjectaltname ?? '';
  // Node quotes a value that could be mistaken for a second name.
  if (names.includes('"')) return false;
  return names.split(', ').some((name) => {
    if (!name.startsWith('DNS:')) return false;
    const [first, namespace, svc] = name.slice('DNS:'.length).split('.');
    return first === service && (namespace === undefined || svc === 'svc');
  });
}
