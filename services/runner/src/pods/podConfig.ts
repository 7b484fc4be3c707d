import { type Static, Type } from 'typebox';

/** Settings of a runner that starts a Kubernetes Job for each attempt. */
export const podConfigSchema = Type.Object({
  podNamespace: Type.String({ description: 'namespace in which Jobs are made' }),
  podImage: Type.String({ description: 'image of the pods: this runner’s own, so that its offers are theirs' }),
  podImagePullPolicy: Type.Enum(['Always', 'IfNotPresent', 'Never'], {
    default: 'IfNotPresent',
    description: 'when nodes pull the image of the pods',
  }),
  podJobsAddress: Type.String({ description: 'host:port of the jobs service as pods reach it' }),
  attemptToken: Type.String({
    minLength: 16,
    description: 'with it pods call jobs as `attempt`, which may do only what a lease token allows',
  }),
  podTtlSeconds: Type.Integer({ minimum: 0, default: 600, description: 'how long an ended Job and its log are kept' }),
  podStartSeconds: Type.Integer({
    minimum: 10,
    maximum: 540,
    default: 300,
    description: 'how long a pod may take to start; jobs gives an attempt ten minutes',
  }),
  podSandbox: Type.Enum(['auto', 'bwrap', 'unshare', 'group'], {
    default: 'auto',
    description: 'ROTAMER_SANDBOX of the pods',
  }),
  podCpuShare: Type.Number({
    exclusiveMinimum: 0,
    maximum: 1,
    default: 1,
    description: 'part of the processors in a tool’s contract that its pod requests; it may use what is free',
  }),
  podLabels: Type.String({ default: '{}', description: 'labels of Jobs and pods, as a JSON object' }),
  podQueue: Type.Optional(Type.String({ description: 'queue of Kueue' })),
  podSeccompProfile: Type.Optional(Type.String({ description: 'seccomp profile on the nodes, below seccomp/' })),
  podDatasetsClaim: Type.Optional(
    Type.String({ description: 'PersistentVolumeClaim with the reference data, mounted read-only in the pods' }),
  ),
  podTlsSecret: Type.Optional(Type.String({ description: 'Secret with ca.crt, tls.crt and tls.key of `attempt`' })),
});

export type PodConfig = Static<typeof podConfigSchema>;
