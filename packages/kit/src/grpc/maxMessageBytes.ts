/** Larger than a submission of 512 KiB of JSON, smaller than anything that should be passed by reference. */
export const MAX_MESSAGE_BYTES = 4 * 1024 * 1024;
