/** What a budget bounds. */
export const budgetScopes = ['workspace', 'project', 'member', 'key'] as const;

/** Days and months of UTC. */
export const budgetPeriods = ['day', 'month', 'total'] as const;
