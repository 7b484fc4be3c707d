/** What a holder of a credential may do with objects, each right with those before it. */
const RIGHTS = ['read', 'write', 'delete'] as const;

export type BlobRight = (typeof RIGHTS)[number];

/** The rights of one holder, by the root of the keys; it may always list names. */
export type BlobAccess = Readonly<Record<string, BlobRight>>;

/**
 * Who needs what of the blob store: `files/` are uploads, `artifacts/` what jobs left. Each has a credential of its own, with
 * the policy that docs/blobs.md shows. Runners and tools have none: jobs signs URLs for them.
 */
export const blobAccess = {
  gateway: { files: 'write', artifacts: 'read' },
  files: { files: 'delete', artifacts: 'read' },
  jobs: { files: 'read', artifacts: 'delete' },
  workflows: { files: 'read', artifacts: 'read' },
  /** `npm run admin -- blobs sweep` lists names, and the services delete. */
  operator: {},
} as const satisfies Record<string, BlobAccess>;

/** Whether these rights cover this one, of this key. */
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
 * The IAM policy of a credential with these rights on a bucket. Names may be listed without a prefix: without that
 * permission S3 answers 403 for an object that is not there, and services ask for such.
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
