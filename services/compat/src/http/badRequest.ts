/** The caller's request is wrong. The message names the parameter, and is shown in the protocol's own form. */
export class BadRequest extends Error {}
