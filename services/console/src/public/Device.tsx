import type { DeviceCodePage, DevicePage } from '@rotamer/pages/accountPages.ts';
import { FormToken } from '../site/FormToken.tsx';
import { Fact } from './Fact.tsx';

/** Asks for the code that a program shows. */
export function DeviceCode({ root, token, code, notice }: DeviceCodePage & { root: string }) {
  return (
    <>
      <h1>Sign in a program</h1>
      <p>
        Enter the code that the program shows, for example <code>rotamer login</code> in a terminal.
      </p>
      {notice && (
        <p class="notice" role="alert">
          {notice}
        </p>
      )}
      <form method="post" action={`${root}device`}>
        <FormToken token={token} />
        <label for="code">Code</label>
        <input
          {...{ id: 'code', name: 'code', value: code, required: true, maxLength: 40 }}
          {...{ autocomplete: 'off', autocapitalize: 'characters', spellcheck: false }}
        />
        <button type="submit">Continue</button>
      </form>
    </>
  );
}

/** Shows the program that waits under a code, and asks whether to sign it in. */
export function Device({
  root,
  token,
  code,
  clientName,
  address,
  ageMinutes,
  workspace,
}: DevicePage & { root: string }) {
  return (
    <>
      <h1>Sign in {clientName}?</h1>
      <p class="notice">
        Confirm only if you started this program yourself, and it shows the code <strong>{code}</strong>. It will be
        able to do everything that you can do.
      </p>
      <dl class="facts">
        <Fact name="Program">{clientName}</Fact>
        <Fact name="Network address">{address}</Fact>
        <Fact name="Started">{age(ageMinutes)}</Fact>
        <Fact name="Workspace">{workspace}</Fact>
      </dl>
      <form method="post" action={`${root}device/decision`}>
        <FormToken token={token} />
        <input type="hidden" name="code" value={code} />
        <div class="controls">
          <button type="submit" name="decision" value="approve">
            Sign it in
          </button>
          <button type="submit" name="decision" value="deny">
            Refuse
          </button>
        </div>
      </form>
    </>
  );
}

function age(minutes: number): string {
  if (minutes === 0) return 'less than a minute ago';
  return minutes === 1 ? '1 minute ago' : `${minutes} minutes ago`;
}
