/** What the holder of a credential may do with objects. Each right includes the rights before it. */
const RIGHTS = ['read', 'write', 'delete'] as const;

export type BlobRight = (typeof RIGHTS)[number];

/** The rights of one holder, by the first segment of the keys. Every holder may list names. */
export type BlobAccess = Readonly<Record<string, BlobRight>>;

/**
 * Which service needs which rights on the blob store: `files/` are uploads, `artifacts/` are the outputs of jobs. Each
 * service has its own credential, with the policy that docs/blobs.md shows. Runners and tools have no credential: jobs
 * signs URLs for them.
 */
export const blobAccess = {
  gateway: { files: 'write', artifacts: 'read' },
  files: { files: 'delete', artifacts: 'read' },
  jobs: { files: 'read', artifacts: 'delete', datasets: 'read' },
  workflows: { files: 'read', artifacts: 'read' },
  /** `blobs sweep` only lists names; the services delete the objects. `dataset import --s3` reads below `datasets/`, and
   * `dataset publish` writes there. */
  operator: { datasets: 'write' },
} as const satisfies Record<string, BlobAccess>;

/** Returns whether these rights include `right` for the object with this key. */
export function allows(access: BlobAccess, right: BlobRight, key: string): boolean {
  const [root = ''] = key.split('/');
  const granted = Object.hasOwn(access, root) ? access[root]! : undefined;
  return granted !== undefined && RIGHTS.indexOf(granted) >= RIGHTS.indexOf(right);
}

const ACTIONS: Record<BlobRight, readonly string[]> = {
  read: ['s3:GetObject'],
  write: ['s3:PutObject', 's3:AbortMultipartUpload'],
  delete: ['s3:DeleteObject'],
};

/**
 * Returns the IAM policy of a credential with these rights on a bucket. The policy allows listing names without a prefix:
 * without that permission S3 responds with 403 for a missing object, and services do request missing objects.
 */
export function policyOf(access: BlobAccess, bucket: string): object {
  const statements = RIGHTS.flatMap((right) => {
    const roots = Object.keys(access).filter((root) => allows(access, right, `${root}/`));
    const objects = roots.map((root) => `arn:aws:s3:::${bucket}/${root}/*`);
    return objects.length > 0 ? [{ Effect: 'Allow', Action: ACTIONS[right], Resource: objects }] : [];
  });
  const names = { Effect: 'Allow', Action: ['s3:ListBucket'], Resource: [`arn:aws:s3:::${bucket}`] };
  return { Version: '2012-10-17', Statement: [names, ...statements] };
}
