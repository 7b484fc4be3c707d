import type { ToolContract, ToolInputSlot } from '../../contract.ts';

/** Returns the slots that a request without a dataset fills: those that need inputs, and the one of its database. */
export const neededSlots = ({ slots, dataset }: ToolContract): ToolInputSlot[] =>
  slots.filter(({ id, min }) => min > 0 || id === dataset?.slot);
