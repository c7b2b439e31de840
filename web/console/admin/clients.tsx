import { problemOf } from '../service/failures.ts';
import type { Client } from '../service/types.ts';
import { useSignedIn } from '../session/context.ts';
import { adminTexts } from '../texts/admin.ts';
import { texts } from '../texts/texts.ts';
import { ConfirmButton } from '../ui/confirm-button.tsx';
import { Async } from '../ui/states.tsx';
import { useDialog } from '../ui/use-dialog.ts';
import { useLoad } from '../ui/use-load.ts';
import { ClientDialog } from './client-dialog.tsx';
import { isPersonRole } from './client-fields.tsx';
import { MerchantTable, PeopleTable } from './client-tables.tsx';
import { UpdateClientDocument } from './gql/graphql.ts';
import { NewClientDialog } from './new-client-dialog.tsx';
import { PolicyDialog } from './policy-dialog.tsx';
import { readClients } from './read-pages.ts';
import { RotateDialog } from './rotate-dialog.tsx';
import { SecretDialog, type ShownSecret } from './secret-dialog.tsx';

/** The merchants and the people, each with a key. */
export function ClientsScreen() {
  const { session, notify } = useSignedIn();
  const [showDialog, open] = useDialog();
  const loaded = useLoad('clients', () => readClients(session));
  const t = adminTexts().clients;
  const saved = (message: string, changed?: Client) => {
    // The next dialog may be opened before the list is read again.
    if (changed)
      loaded.update((known) => known.map((client) => (client.appKey === changed.appKey ? changed : client)));
    loaded.reload();
    notify(message);
  };
  const savedAndClose =
    (close: () => void) =>
    (...change: Parameters<typeof saved>) => {
      saved(...change);
      close();
    };
  const showSecret = (shown: ShownSecret) => {
    loaded.reload();
    open((close) => <SecretDialog shown={shown} onClose={close} />);
  };
  const create = (isPerson: boolean) =>
    open((close) => <NewClientDialog isPerson={isPerson} onCreated={showSecret} onClose={close} />);
  const edit = (client: Client) =>
    open((close) => <ClientDialog client={client} onSaved={savedAndClose(close)} onClose={close} />);
  const rotate = (client: Client) =>
    open((close) => <RotateDialog client={client} onRotated={showSecret} onClose={close} />);
  const choosePolicy = (client?: Client) =>
    open((close) => <PolicyDialog client={client} onSaved={savedAndClose(close)} onClose={close} />);
  const setDisabled = ({ appKey, name }: Client, disabled: boolean) =>
    session.request(UpdateClientDocument, { input: { appKey, disabled } }).then(
      ({ updateClient }) => saved(disabled ? t.nowDisabled(name) : t.nowEnabled(name), updateClient),
      (error) => notify(problemOf(error).message),
    );
  const actions = (client: Client) => (
    <span class="decide">
      <RowButton verb={texts().ui.edit} client={client} onClick={edit} />
      <RowButton verb={t.rotate} client={client} onClick={rotate} />
      {/* Statements know no tests: nothing of a test key is ever matched. */}
      {!isPersonRole(client.role) && !client.test && (
        <RowButton verb={adminTexts().policies.button} client={client} onClick={choosePolicy} />
      )}
      {client.appKey !== session.appKey && (
        <ConfirmButton
          label={client.disabledAt ? t.enable : t.disable}
          about={client.appKey}
          onConfirm={() => void setDisabled(client, !client.disabledAt)}
        />
      )}
    </span>
  );
  return (
    <>
      <Async what={t.what} loaded={loaded}>
        {(clients) => (
          <>
            <div class="toolbar">
              <h2>{t.people}</h2>
              <button type="button" class="primary" onClick={() => create(true)}>
                {t.newPerson}
              </button>
              <p class="hint">{t.aboutPeople}</p>
            </div>
            <PeopleTable clients={clients.filter(({ role }) => isPersonRole(role))} actions={actions} />
            <div class="toolbar">
              <h2>{t.merchants}</h2>
              <button type="button" class="primary" onClick={() => create(false)}>
                {t.newMerchant}
              </button>
              <button type="button" onClick={() => choosePolicy()}>
                {adminTexts().policies.buttonOfDesk}
              </button>
            </div>
            <MerchantTable clients={clients.filter(({ role }) => !isPersonRole(role))} actions={actions} />
          </>
        )}
      </Async>
      {showDialog()}
    </>
  );
}

interface RowButtonProps {
  readonly verb: string;
  readonly client: Client;
  readonly onClick: (client: Client) => void;
}

function RowButton({ verb, client, onClick }: RowButtonProps) {
  return (
    <button type="button" aria-label={texts().ui.actOn(verb, client.appKey)} onClick={() => onClick(client)}>
      {verb}
    </button>
  );
}
