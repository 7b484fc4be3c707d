/** The time, passed in so that decisions and tests never read it by themselves. */
export type Clock = () => Date;

export const systemClock: Clock = () => new Date();
