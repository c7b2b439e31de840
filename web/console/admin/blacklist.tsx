import { useState } from 'preact/hooks';
import {
  AddToBlacklistDocument,
  BlacklistDocument,
  type BlacklistKind,
  RemoveFromBlacklistDocument,
} from '../gql/graphql.ts';
import { problemOf } from '../service/failures.ts';
import type { BlacklistEntry } from '../service/types.ts';
import { useSignedIn } from '../session/context.ts';
import { ConfirmButton } from '../ui/confirm-button.tsx';
import { type Column, DataTable } from '../ui/data-table.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Field, FormActions, TextField } from '../ui/form.tsx';
import { Timestamp } from '../ui/parts.tsx';
import { Async, Empty } from '../ui/states.tsx';
import { useLoad } from '../ui/use-load.ts';
import { useSubmit } from '../ui/use-submit.ts';

const KINDS: Readonly<Record<BlacklistKind, string>> = {
  userId: 'User',
  iban: 'IBAN',
  convertedName: 'Name',
};

/** The users, IBANs and names for which the service creates no transaction. */
export function BlacklistScreen() {
  const { session, notify } = useSignedIn();
  const [isAdding, setAdding] = useState(false);
  const loaded = useLoad('blacklist', async () => (await session.request(BlacklistDocument)).blacklist);
  const remove = ({ entryId, value }: BlacklistEntry) =>
    session.request(RemoveFromBlacklistDocument, { entryId }).then(
      () => {
        loaded.reload();
        notify(`${value} is off the blacklist.`);
      },
      (error) => notify(problemOf(error).message),
    );
  return (
    <>
      <div class="toolbar">
        <button type="button" class="primary" onClick={() => setAdding(true)}>
          New entry
        </button>
      </div>
      <Async what="the blacklist" loaded={loaded}>
        {(entries) =>
          entries.length === 0 ? (
            <Empty title="Nobody is on the blacklist" />
          ) : (
            <DataTable
              label="Blacklist"
              columns={columnsWith(remove)}
              rows={entries}
              keyOf={({ entryId }) => entryId}
            />
          )
        }
      </Async>
      {isAdding && (
        <EntryDialog
          onAdded={(message) => {
            loaded.reload();
            notify(message);
            setAdding(false);
          }}
          onClose={() => setAdding(false)}
        />
      )}
    </>
  );
}

function columnsWith(remove: (entry: BlacklistEntry) => void): readonly Column<BlacklistEntry>[] {
  return [
    { title: 'Kind', cell: ({ kind }) => KINDS[kind] },
    { title: 'Value', cell: ({ value }) => <span class="id">{value}</span> },
    { title: 'For', cell: ({ appKey }) => appKey ?? 'every client' },
    { title: 'Reason', cell: ({ reason }) => reason },
    { title: 'Since', cell: ({ createdAt }) => <Timestamp iso={createdAt} /> },
    {
      title: 'Change',
      cell: (entry) => <ConfirmButton label="Remove" about={entry.value} onConfirm={() => remove(entry)} />,
    },
  ];
}

interface EntryDialogProps {
  readonly onAdded: (message: string) => void;
  readonly onClose: () => void;
}

function EntryDialog({ onAdded, onClose }: EntryDialogProps) {
  const { session } = useSignedIn();
  const submission = useSubmit(async (values) => {
    const text = (name: string) => values.get(name)?.trim() ?? '';
    const kind: BlacklistKind = KINDS_IN_ORDER.find((name) => name === text('kind')) ?? 'userId';
    const input = {
      kind,
      value: text('value'),
      appKey: text('appKey') || null,
      reason: text('reason') || null,
    };
    const { entry, added } = (await session.request(AddToBlacklistDocument, { input })).addToBlacklist;
    onAdded(added ? `${entry.value} is on the blacklist.` : `${entry.value} was on the blacklist already.`);
  });
  const { problem } = submission;
  return (
    <Dialog title="New blacklist entry" onClose={onClose}>
      <form onSubmit={submission.submit}>
        <Field label="Kind" name="kind" problem={problem}>
          {(input) => (
            <select {...input}>
              {KINDS_IN_ORDER.map((kind) => (
                <option key={kind} value={kind}>
                  {KINDS[kind]}
                </option>
              ))}
            </select>
          )}
        </Field>
        <TextField label="Value" name="value" problem={problem} />
        <TextField label="Client (appKey)" name="appKey" problem={problem} hint="Empty: every client." />
        <TextField label="Reason" name="reason" problem={problem} />
        <FormActions submission={submission} label="Add" onCancel={onClose} />
      </form>
    </Dialog>
  );
}

const KINDS_IN_ORDER = Object.keys(KINDS) as readonly BlacklistKind[];
