import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  ParentBasedSampler,
  type Sampler,
  TraceIdRatioBasedSampler,
} from '@opentelemetry/sdk-trace';

/** By default one trace in twenty is sampled: representative, and cheap. */
const DEFAULT_RATIO = 0.05;

/**
 * Returns the sampler of `OTEL_TRACES_SAMPLER` and `OTEL_TRACES_SAMPLER_ARG`. By default one trace in twenty is sampled, and
 * every trace that the caller samples.
 */
export function chooseSampler(env: NodeJS.ProcessEnv): Sampler {
  const name = env.OTEL_TRACES_SAMPLER || 'parentbased_traceidratio';
  const make = samplers[name];
  if (!make) throw new Error(`OTEL_TRACES_SAMPLER: '${name}' must be one of ${Object.keys(samplers).join(', ')}`);
  return make(ratioOf(env.OTEL_TRACES_SAMPLER_ARG));
}

const samplers: Record<string, (ratio: number) => Sampler> = {
  always_on: () => new AlwaysOnSampler(),
  always_off: () => new AlwaysOffSampler(),
  traceidratio: (ratio) => new TraceIdRatioBasedSampler(ratio),
  parentbased_always_on: () => new ParentBasedSampler({ root: new AlwaysOnSampler() }),
  parentbased_always_off: () => new ParentBasedSampler({ root: new AlwaysOffSampler() }),
  parentbased_traceidratio: (ratio) => new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(ratio) }),
};

function ratioOf(text: string | undefined): number {
  if (!text) return DEFAULT_RATIO;
  const ratio = Number(text);
  if (ratio >= 0 && ratio <= 1) return ratio;
  throw new Error(`OTEL_TRACES_SAMPLER_ARG: '${text}' must be a number from 0 to 1`);
}
