import { routesWith } from '@rotamer/http/route/route.ts';
import type { Deps } from '../deps.ts';

/** Returns the route of an operation; `make` gets the gateway's dependencies. */
export const handler = routesWith<Deps>();
