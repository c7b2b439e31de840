import { useState } from 'preact/hooks';
import { formatCount } from '../format.ts';
import type { BlacklistKind } from '../gql/schema.ts';
import { changeParams, useRoute } from '../router.ts';
import { useClientNames } from '../search-field/choices.ts';
import { problemOf } from '../service/failures.ts';
import type { BlacklistEntry } from '../service/types.ts';
import { useSignedIn } from '../session/context.ts';
import { adminTexts } from '../texts/admin.ts';
import { texts } from '../texts/texts.ts';
import { ConfirmButton } from '../ui/confirm-button.tsx';
import { type Column, DataTable } from '../ui/data-table.tsx';
import { TextField } from '../ui/form.tsx';
import { FormDialog } from '../ui/form-dialog.tsx';
import { Timestamp } from '../ui/parts.tsx';
import { SelectField } from '../ui/select-field.tsx';
import { Async, Empty } from '../ui/states.tsx';
import { useLoad } from '../ui/use-load.ts';
import type { Values } from '../ui/use-submit.ts';
import { AddToBlacklistDocument, RemoveFromBlacklistDocument } from './gql/graphql.ts';
import { readBlacklist, readClients } from './read-pages.ts';

const KINDS = ['userId', 'iban', 'convertedName'] as const satisfies readonly BlacklistKind[];

/** The users, IBANs and names for which the service creates no transaction. A URL with `value` begins an entry. */
export function BlacklistScreen() {
  const { session, notify } = useSignedIn();
  const { params } = useRoute();
  const [isAdding, setAdding] = useState(params.has('value'));
  const close = () => {
    setAdding(false);
    changeParams({ kind: undefined, value: undefined }, { replace: true });
  };
  const t = adminTexts().blacklist;
  const merchantOf = useClientNames();
  const loaded = useLoad('blacklist', () => readBlacklist(session));
  const remove = ({ entryId, value }: BlacklistEntry) =>
    session.request(RemoveFromBlacklistDocument, { entryId }).then(
      () => {
        loaded.reload();
        notify(t.removed(value));
      },
      (error) => notify(problemOf(error).message),
    );
  return (
    <>
      <div class="toolbar bar">
        <button type="button" class="primary end" onClick={() => setAdding(true)}>
          {t.newEntry}
        </button>
      </div>
      <Async what={t.what} loaded={loaded}>
        {(entries) =>
          entries.length === 0 ? (
            <Empty title={t.empty} />
          ) : (
            <DataTable
              label={t.title}
              columns={columnsWith(merchantOf, remove)}
              rows={entries}
              keyOf={({ entryId }) => entryId}
            />
          )
        }
      </Async>
      {isAdding && (
        <EntryDialog
          given={params}
          onAdded={(message) => {
            loaded.reload();
            notify(message);
            close();
          }}
          onClose={close}
        />
      )}
    </>
  );
}

function columnsWith(
  merchantOf: (appKey: string) => string,
  remove: (entry: BlacklistEntry) => void,
): readonly Column<BlacklistEntry>[] {
  const t = adminTexts().blacklist;
  return [
    { title: t.kind, cell: ({ kind }) => t.kinds[kind] },
    { title: t.value, isRowHeader: true, cell: ({ value }) => <span class="id">{value}</span> },
    { title: t.for, cell: ({ appKey }) => (appKey ? merchantOf(appKey) : t.everyMerchant) },
    { title: t.reason, cell: ({ reason }) => reason },
    { title: t.since, cell: ({ createdAt }) => <Timestamp iso={createdAt} /> },
    {
      title: texts().ui.change,
      cell: (entry) => <ConfirmButton label={t.remove} about={entry.value} onConfirm={() => remove(entry)} />,
    },
  ];
}

interface EntryDialogProps {
  /** `kind` and `value`, as far as they are known. */
  readonly given: URLSearchParams;
  readonly onAdded: (message: string) => void;
  readonly onClose: () => void;
}

function EntryDialog({ given, onAdded, onClose }: EntryDialogProps) {
  const { session } = useSignedIn();
  const t = adminTexts().blacklist;
  const add = async (values: Values) => {
    const text = (name: string) => values.get(name)?.trim() ?? '';
    const kind: BlacklistKind = KINDS.find((name) => name === text('kind')) ?? 'userId';
    const input = {
      kind,
      value: text('value'),
      appKey: text('appKey') || null,
      reason: text('reason') || null,
    };
    const answer = await session.request(AddToBlacklistDocument, { input });
    const { entry, added, pendingCount } = answer.addToBlacklist;
    const done = added ? t.added(entry.value) : t.wasThere(entry.value);
    onAdded(pendingCount === 0 ? done : `${done} ${t.waiting(formatCount(pendingCount))}`);
  };
  return (
    <FormDialog title={t.dialogTitle} label={t.add} action={add} onClose={onClose}>
      <SelectField
        label={t.kind}
        name="kind"
        options={KINDS.map((kind) => [kind, t.kinds[kind]])}
        chosen={given.get('kind') ?? undefined}
      />
      <TextField label={t.value} name="value" defaultValue={given.get('value') ?? ''} />
      <MerchantField />
      <TextField label={t.reason} name="reason" />
    </FormDialog>
  );
}

/** The choice of one merchant, or of all. */
function MerchantField() {
  const { session } = useSignedIn();
  const loaded = useLoad('merchants', () => readClients(session));
  const merchants = loaded.data?.filter(({ role }) => role === 'merchant') ?? [];
  const sorted = [...merchants.filter(({ test }) => !test), ...merchants.filter(({ test }) => test)];
  const options = sorted.map(
    ({ appKey, name, test }) =>
      [appKey, `${name} (${appKey})${test ? ` – ${texts().shell.test}` : ''}`] as const,
  );
  const t = adminTexts().blacklist;
  return (
    <SelectField
      label={t.merchant}
      name="appKey"
      hint={loaded.problem?.message}
      options={[['', t.everyMerchant], ...options]}
    />
  );
}
