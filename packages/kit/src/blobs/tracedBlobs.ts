import { inSpan, SpanKind } from '../telemetry/spans.ts';
import type { Blobs } from './blobs.ts';

/** Wraps a blob store so that its calls are spans of the current trace. Keys are not recorded: some contain file names. */
export function tracedBlobs(blobs: Blobs): Blobs {
  const options = { kind: SpanKind.CLIENT };
  return {
    put: (...args) => inSpan('put blob', options, () => blobs.put(...args)),
    putNew: (...args) => inSpan('put new blob', options, () => blobs.putNew(...args)),
    get: (...args) => inSpan('get blob', options, () => blobs.get(...args)),
    size: (...args) => inSpan('size of blob', options, () => blobs.size(...args)),
    copy: (...args) => inSpan('copy blob', options, () => blobs.copy(...args)),
    list: (...args) => blobs.list(...args),
    deletePrefix: (...args) => inSpan('delete blobs', options, () => blobs.deletePrefix(...args)),
    // No span: computed locally.
    signedUrl: (...args) => blobs.signedUrl(...args),
  };
}
