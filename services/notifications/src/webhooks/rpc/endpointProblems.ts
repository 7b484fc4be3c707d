import { requireValid } from '@rotamer/kit/grpc/validate.ts';
import type { AllowList } from '@rotamer/kit/outgoing/allowList.ts';
import { destinationProblem } from '@rotamer/kit/outgoing/destination.ts';

/** The longest description, in characters. */
const MAX_DESCRIPTION = 200;

/** @throws validation_error for a URL that webhooks must not reach, and for a description that is too long */
export function requireEndpoint({ url, description }: { url?: string; description?: string }, allow: AllowList): void {
  const urlProblem = url === undefined ? undefined : destinationProblem(url, allow);
  requireValid(
    urlProblem !== undefined && { path: 'url', message: urlProblem },
    description !== undefined &&
      description.length > MAX_DESCRIPTION && {
        path: 'description',
        message: `must have at most ${MAX_DESCRIPTION} characters`,
      },
  );
}
