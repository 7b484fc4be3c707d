/** The clock, passed in so that deciders and tests never read the system time. */
export type Clock = () => Date;

export const systemClock: Clock = () => new Date();
