/** What a budget bounds. */
export const budgetScopes = ['workspace', 'project', 'member', 'key'] as const;

/** Days and months of UTC. */
export const budgetPeriods = ['day', 'month', 'total'] as const;

/** The largest cap, in credits: what a workspace can be granted in all. */
export const MAX_CAP = 9_000_000_000_000;
