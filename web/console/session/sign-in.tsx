import { useLayoutEffect, useRef } from 'preact/hooks';
import { SignInDocument } from '../gql/graphql.ts';
import { LanguageChoice } from '../language-choice.tsx';
import { ROOT } from '../router.ts';
import { FormError } from '../service/failures.ts';
import { texts } from '../texts/texts.ts';
import { Brand, brandName } from '../ui/brand.tsx';
import { Field, Form, FormActions, TextField } from '../ui/form.tsx';
import { useSubmit } from '../ui/use-submit.ts';
import { type Credentials, importCredentials, keepCredentials } from './credentials.ts';
import { type Key, readKeyFile } from './key-file.ts';
import { type Session, SignInError } from './session.ts';
import { useDroppedFiles } from './use-dropped-files.ts';

interface SignInProps {
  /** The reason why the last session ended. */
  readonly message: string | undefined;
  readonly open: (credentials: Credentials) => Promise<Session>;
  readonly onSession: (session: Session) => void;
}

/**
 * Asks for a key: a file, or an appKey and its secret. The secret is imported as a key that cannot be exported, and
 * is not kept.
 */
export function SignInScreen({ message, open, onSession }: SignInProps) {
  const t = texts().session;
  const form = useRef<HTMLFormElement>(null);
  // A layout effect, so that a key pressed immediately goes to the focused field.
  useLayoutEffect(() => {
    document.title = `${texts().session.signIn} · ${brandName()}`;
    // A browser applies `autofocus` only once, but a user may sign out and in again.
    form.current?.querySelector('input')?.focus();
  }, []);
  const chosen = useRef<File | undefined>(undefined);
  const submission = useSubmit(async (values) => {
    const file = chosen.current;
    chosen.current = undefined;
    const key = file
      ? await readKeyFile(file)
      : { appKey: values.get('appKey')?.trim() ?? '', secret: values.get('secret')?.trim() ?? '' };
    onSession(await signIn(key, open));
  });
  const submitFile = (file: File | undefined) => {
    if (!file || submission.isBusy) return;
    chosen.current = file;
    form.current?.requestSubmit();
  };
  useDroppedFiles(([file]) => submitFile(file));
  return (
    <main class="alone">
      <div class="heading">
        <Brand />
        <LanguageChoice />
      </div>
      {message && (
        <p class="banner" role="alert">
          {message}
        </p>
      )}
      <h1>{texts().session.signIn}</h1>
      <Form formRef={form} class="card" submission={submission}>
        <KeyFileField onFile={submitFile} />
        <p class="divider">{t.or}</p>
        <TextField label={t.appKey} name="appKey" autocomplete="username" />
        <Field label={t.secret} name="secret" hint={t.secretHint}>
          {(input) => <input type="password" autocomplete="off" {...input} />}
        </Field>
        <p class="hint">{t.staysSignedIn}</p>
        <FormActions label={t.signIn} />
      </Form>
    </main>
  );
}

interface KeyFileProps {
  readonly onFile: (file: File | undefined) => void;
}

/** The choice of a key file. The browser's own input would be labelled in the browser's language. */
function KeyFileField({ onFile }: KeyFileProps) {
  const t = texts().session;
  return (
    <Field label={t.keyFile} name="keyFile" hint={t.keyFileHint}>
      {({ name: _name, ...input }) => (
        <label class="drop">
          <input
            type="file"
            accept=".json,application/json"
            onChange={({ currentTarget }) => {
              onFile(currentTarget.files?.[0]);
              // The same file can be chosen again.
              currentTarget.value = '';
            }}
            {...input}
          />
          <span aria-hidden="true">{t.chooseFile}</span>
        </label>
      )}
    </Field>
  );
}

/** Opens a session and has the service record it. @throws FormError when the key is refused. */
async function signIn(key: Key & { readonly address?: string }, open: SignInProps['open']): Promise<Session> {
  const credentials = await importKey(key);
  try {
    const session = await open(credentials);
    await recordSignIn(session);
    // In a browser that refuses storage the session ends with the page.
    await keepCredentials(credentials).catch(() => {});
    return session;
  } catch (error) {
    if (!(error instanceof SignInError)) throw error;
    const { address = ROOT } = key;
    const hint = address === ROOT ? '' : ` ${texts().session.keyFileOf(address)}`;
    throw new FormError({}, error.message + hint);
  }
}
/** Makes the service record the sign-in. If that fails, the session is closed. */
async function recordSignIn(session: Session): Promise<void> {
  try {
    await session.request(SignInDocument);
  } catch (error) {
    session.close();
    throw error;
  }
}

async function importKey({ appKey, secret }: Key): Promise<Credentials> {
  const t = texts().session;
  // The appKey is sent as a header value.
  const isKey = /^[\x21-\x7e]{1,128}$/.test(appKey);
  if (!isKey || secret === '')
    throw new FormError({
      ...(!isKey && { appKey: appKey === '' ? t.enterAppKey : t.badAppKey }),
      ...(secret === '' && { secret: t.enterSecret }),
    });
  if (!isSecureContext) throw new FormError({}, t.needsHttps);
  return importCredentials(appKey, secret);
}
