import { useState } from 'preact/hooks';
import { ClientsDocument, UpdateClientDocument } from '../gql/graphql.ts';
import { problemOf } from '../service/failures.ts';
import type { Client } from '../service/types.ts';
import { useSignedIn } from '../session/context.ts';
import { ConfirmButton } from '../ui/confirm-button.tsx';
import { type Column, DataTable } from '../ui/data-table.tsx';
import { Badge } from '../ui/parts.tsx';
import { Async } from '../ui/states.tsx';
import { useLoad } from '../ui/use-load.ts';
import { ClientDialog } from './client-dialog.tsx';
import { NewClientDialog } from './new-client-dialog.tsx';
import { RotateDialog } from './rotate-dialog.tsx';
import { SecretDialog, type ShownSecret } from './secret-dialog.tsx';

type Open =
  | { readonly kind: 'new' }
  | { readonly kind: 'edit' | 'rotate'; readonly client: Client }
  | { readonly kind: 'secret'; readonly shown: ShownSecret };

/** The clients with their roles and settings. */
export function ClientsScreen() {
  const { session, notify } = useSignedIn();
  const [open, setOpen] = useState<Open>();
  const loaded = useLoad('clients', async () => (await session.request(ClientsDocument)).clients);
  const close = () => setOpen(undefined);
  const showSecret = (shown: ShownSecret) => {
    loaded.reload();
    setOpen({ kind: 'secret', shown });
  };
  const saved = (message: string) => {
    loaded.reload();
    notify(message);
    close();
  };
  const setDisabled = (appKey: string, disabled: boolean) =>
    session.request(UpdateClientDocument, { input: { appKey, disabled } }).then(
      () => saved(`${appKey} is ${disabled ? 'disabled' : 'enabled'}.`),
      (error) => notify(problemOf(error).message),
    );
  const columns = [
    ...COLUMNS,
    {
      title: 'Change',
      cell: (client: Client) => (
        <span class="decide">
          <RowButton verb="Edit" client={client} onClick={() => setOpen({ kind: 'edit', client })} />
          <RowButton verb="Rotate" client={client} onClick={() => setOpen({ kind: 'rotate', client })} />
          {client.appKey !== session.appKey && (
            <ConfirmButton
              label={client.disabledAt ? 'Enable' : 'Disable'}
              about={client.appKey}
              onConfirm={() => void setDisabled(client.appKey, !client.disabledAt)}
            />
          )}
        </span>
      ),
    },
  ];
  return (
    <>
      <div class="toolbar">
        <button type="button" class="primary" onClick={() => setOpen({ kind: 'new' })}>
          New client
        </button>
      </div>
      <Async what="clients" loaded={loaded}>
        {(clients) => (
          <DataTable label="Clients" columns={columns} rows={clients} keyOf={({ appKey }) => appKey} />
        )}
      </Async>
      {open?.kind === 'new' && <NewClientDialog onCreated={showSecret} onClose={close} />}
      {open?.kind === 'edit' && <ClientDialog client={open.client} onSaved={saved} onClose={close} />}
      {open?.kind === 'rotate' && (
        <RotateDialog client={open.client} onRotated={showSecret} onClose={close} />
      )}
      {open?.kind === 'secret' && <SecretDialog shown={open.shown} onClose={close} />}
    </>
  );
}

const COLUMNS: readonly Column<Client>[] = [
  {
    title: 'Client',
    cell: ({ name, appKey }) => (
      <>
        <strong>{name}</strong>
        <small class="id">{appKey}</small>
      </>
    ),
  },
  { title: 'Role', cell: ({ role }) => role },
  {
    title: 'State',
    cell: ({ disabledAt }) => (
      <Badge tone={disabledAt ? 'bad' : 'good'} text={disabledAt ? 'disabled' : 'active'} />
    ),
  },
  { title: 'Callback address', cell: ({ callbackUrl }) => <span class="id">{callbackUrl ?? '–'}</span> },
  {
    title: 'IP addresses',
    cell: ({ ipAllowlist }) => <span class="id">{ipAllowlist.join(', ') || 'any'}</span>,
  },
  {
    title: 'Sign',
    cell: ({ requiresTimedSign, role }) =>
      requiresTimedSign || role !== 'merchant' ? 'timed only' : 'plain or timed',
  },
];

interface RowButtonProps {
  readonly verb: string;
  readonly client: Client;
  readonly onClick: () => void;
}

function RowButton({ verb, client, onClick }: RowButtonProps) {
  return (
    <button type="button" aria-label={`${verb} ${client.appKey}`} onClick={onClick}>
      {verb}
    </button>
  );
}
