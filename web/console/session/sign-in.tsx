import { useEffect } from 'preact/hooks';
import { importSecret } from '../../../src/client/secret.ts';
import { SignInDocument } from '../gql/graphql.ts';
import { FormError, isRepeatedSign } from '../service/failures.ts';
import { Field, FormActions, TextField } from '../ui/form.tsx';
import { useSubmit, type Values } from '../ui/use-submit.ts';
import { type Credentials, keepCredentials } from './credentials.ts';
import { type Session, SignInError } from './session.ts';

interface SignInProps {
  /** The reason why the last session ended. */
  readonly message: string | undefined;
  readonly open: (credentials: Credentials) => Promise<Session>;
  readonly onSession: (session: Session) => void;
}

/** Asks for a key. The secret is imported as a key that cannot be exported, and is not kept. */
export function SignInScreen({ message, open, onSession }: SignInProps) {
  useEffect(() => {
    document.title = 'Sign in · Operator console';
  }, []);
  const submission = useSubmit(async (values) => {
    const credentials = await readCredentials(values);
    try {
      const session = await open(credentials);
      await recordSignIn(session);
      // In a browser that refuses storage the session ends with the page.
      await keepCredentials(credentials).catch(() => {});
      onSession(session);
    } catch (error) {
      throw error instanceof SignInError ? new FormError({}, error.message) : error;
    }
  });
  const { problem } = submission;
  return (
    <main class="alone">
      <h1>Operator console</h1>
      {message && <p class="banner">{message}</p>}
      <form class="card" onSubmit={submission.submit}>
        <TextField label="appKey" name="appKey" problem={problem} autocomplete="username" autofocus />
        <Field
          label="Secret"
          name="secret"
          problem={problem}
          hint="It signs each request in this browser. It is not sent, and not stored."
        >
          {(input) => <input type="password" autocomplete="off" {...input} />}
        </Field>
        <FormActions submission={submission} label="Sign in" />
      </form>
    </main>
  );
}

/** People who sign in with one key within the same second send the same request, and each sign is accepted once. */
const MAX_TRIES = 5;

/** Has the service record the sign-in. Without the record nobody is signed in. */
async function recordSignIn(session: Session, triesLeft = MAX_TRIES): Promise<void> {
  try {
    await session.request(SignInDocument);
  } catch (error) {
    if (isRepeatedSign(error) && triesLeft > 1) return recordSignIn(session, triesLeft - 1);
    session.close();
    throw error;
  }
}

async function readCredentials(values: Values): Promise<Credentials> {
  const appKey = values.get('appKey')?.trim() ?? '';
  const secret = values.get('secret')?.trim() ?? '';
  // The appKey is sent as a header value.
  const isKey = /^[\x21-\x7e]{1,128}$/.test(appKey);
  if (!isKey || secret === '')
    throw new FormError({
      ...(!isKey && {
        appKey: appKey === '' ? 'Enter the appKey.' : 'An appKey has only printable ASCII characters.',
      }),
      ...(secret === '' && { secret: 'Enter the secret.' }),
    });
  if (!isSecureContext)
    throw new FormError({}, 'Open the console over https: without it, browsers cannot sign.');
  return { appKey, key: await importSecret(secret) };
}
