import { focusSearch } from './focusSearch.ts';
import { showLocalTimes } from './showLocalTimes.ts';

// Every page is complete without this script. What it adds is independent of each other.
showLocalTimes(document);
focusSearch(document);
