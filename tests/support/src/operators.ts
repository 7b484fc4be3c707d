/** The addresses of people who see the operator page of the stack that all stories share, one for each story that needs one. */
export const operators = { everyPage: 'operator@example.org', journeys: 'night-operator@example.org' };
