/** Links of messages: the path below the root of the service, and its text. */
export const toLogin = { path: 'login', text: 'To the sign-in page' };
export const toAccount = { path: 'account', text: 'To your account' };
