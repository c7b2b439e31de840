import { useState } from 'preact/hooks';
import { problemOf } from '../service/failures.ts';
import type { Client } from '../service/types.ts';
import { useSignedIn } from '../session/context.ts';
import { adminTexts } from '../texts/admin.ts';
import { texts } from '../texts/texts.ts';
import { ConfirmButton } from '../ui/confirm-button.tsx';
import { Async } from '../ui/states.tsx';
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

type Open =
  | { readonly kind: 'new'; readonly isPerson: boolean }
  | { readonly kind: 'edit' | 'rotate'; readonly client: Client }
  /** Without a client, of the desk. */
  | { readonly kind: 'policy'; readonly client: Client | undefined }
  | { readonly kind: 'secret'; readonly shown: ShownSecret };

/** The merchants and the people, each with a key. */
export function ClientsScreen() {
  const { session, notify } = useSignedIn();
  const [open, setOpen] = useState<Open>();
  const loaded = useLoad('clients', () => readClients(session));
  const t = adminTexts().clients;
  // A late answer must not close the dialog that was opened since.
  const close = () => setOpen((current) => (current === open ? undefined : current));
  const saved = (message: string, changed?: Client) => {
    // The next dialog may be opened before the list is read again.
    if (changed)
      loaded.update((known) => known.map((client) => (client.appKey === changed.appKey ? changed : client)));
    loaded.reload();
    notify(message);
    close();
  };
  const setDisabled = ({ appKey, name }: Client, disabled: boolean) =>
    session.request(UpdateClientDocument, { input: { appKey, disabled } }).then(
      ({ updateClient }) => saved(disabled ? t.nowDisabled(name) : t.nowEnabled(name), updateClient),
      (error) => notify(problemOf(error).message),
    );
  const actions = (client: Client) => (
    <span class="decide">
      <RowButton verb={texts().ui.edit} client={client} onClick={() => setOpen({ kind: 'edit', client })} />
      <RowButton verb={t.rotate} client={client} onClick={() => setOpen({ kind: 'rotate', client })} />
      {/* Statements know no tests: nothing of a test key is ever matched. */}
      {!isPersonRole(client.role) && !client.test && (
        <RowButton
          verb={adminTexts().policies.button}
          client={client}
          onClick={() => setOpen({ kind: 'policy', client })}
        />
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
              <button type="button" class="primary" onClick={() => setOpen({ kind: 'new', isPerson: true })}>
                {t.newPerson}
              </button>
              <p class="hint">{t.aboutPeople}</p>
            </div>
            <PeopleTable clients={clients.filter(({ role }) => isPersonRole(role))} actions={actions} />
            <div class="toolbar">
              <h2>{t.merchants}</h2>
              <button type="button" class="primary" onClick={() => setOpen({ kind: 'new', isPerson: false })}>
                {t.newMerchant}
              </button>
              <button type="button" onClick={() => setOpen({ kind: 'policy', client: undefined })}>
                {adminTexts().policies.buttonOfDesk}
              </button>
            </div>
            <MerchantTable clients={clients.filter(({ role }) => !isPersonRole(role))} actions={actions} />
          </>
        )}
      </Async>
      {open && (
        <OpenDialog
          open={open}
          onSaved={saved}
          onSecret={(shown) => {
            loaded.reload();
            setOpen({ kind: 'secret', shown });
          }}
          onClose={close}
        />
      )}
    </>
  );
}

interface OpenDialogProps {
  readonly open: Open;
  readonly onSaved: (message: string, changed?: Client) => void;
  readonly onSecret: (shown: ShownSecret) => void;
  readonly onClose: () => void;
}

function OpenDialog({ open, onSaved, onSecret, onClose }: OpenDialogProps) {
  switch (open.kind) {
    case 'new':
      return <NewClientDialog isPerson={open.isPerson} onCreated={onSecret} onClose={onClose} />;
    case 'edit':
      return <ClientDialog client={open.client} onSaved={onSaved} onClose={onClose} />;
    case 'rotate':
      return <RotateDialog client={open.client} onRotated={onSecret} onClose={onClose} />;
    case 'policy':
      return <PolicyDialog client={open.client} onSaved={onSaved} onClose={onClose} />;
    case 'secret':
      return <SecretDialog shown={open.shown} onClose={onClose} />;
  }
}

interface RowButtonProps {
  readonly verb: string;
  readonly client: Client;
  readonly onClick: () => void;
}

function RowButton({ verb, client, onClick }: RowButtonProps) {
  return (
    <button type="button" aria-label={texts().ui.actOn(verb, client.appKey)} onClick={onClick}>
      {verb}
    </button>
  );
}
