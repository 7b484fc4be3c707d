import type { S3Settings } from './s3Config.ts';

/** Names that only the machine itself or its own cluster can resolve. */
const private_ = /^(localhost|127\.[\d.]+|0\.0\.0\.0|\[::1?\])$|\.(local|internal|svc|localhost)$|^[^.:[\]]+$/;

/** Returns a warning when users most likely cannot reach the signed URLs. */
export function publicEndpointWarning({ s3Endpoint, s3PublicEndpoint }: S3Settings): string | undefined {
  const endpoint = s3PublicEndpoint ?? s3Endpoint;
  if (endpoint === undefined) return undefined;
  const { hostname } = new URL(endpoint);
  if (!private_.test(hostname)) return undefined;
  return (
    `Download URLs are signed for ${hostname}, which other machines cannot reach: ` +
    'set ROTAMER_S3_PUBLIC_ENDPOINT to the address of the S3 server as users see it.'
  );
}
