/** The hidden field that shows that a form was sent from a page of the console. */
export function FormToken({ token }: { token: string }) {
  return <input type="hidden" name="token" value={token} />;
}
