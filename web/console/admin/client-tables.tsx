import type { ComponentChildren } from 'preact';
import type { Client } from '../service/types.ts';
import { adminTexts } from '../texts/admin.ts';
import { texts } from '../texts/texts.ts';
import { type Column, DataTable } from '../ui/data-table.tsx';
import { Badge, TestBadge } from '../ui/parts.tsx';
import { Empty } from '../ui/states.tsx';

interface ClientTableProps {
  readonly clients: readonly Client[];
  /** The buttons of a row. */
  readonly actions: (client: Client) => ComponentChildren;
}

/** The people with their keys and roles. The signed-in admin is one of them. */
export function PeopleTable({ clients, actions }: ClientTableProps) {
  const t = adminTexts().clients;
  const { roles } = texts().ui;
  const columns = [
    nameColumn(t.person),
    { title: t.role, cell: ({ role }: Client) => roles[role] },
    ...commonColumns(),
    { title: texts().ui.change, cell: actions },
  ];
  return <ClientTable label={t.people} columns={columns} clients={clients} />;
}

/** The merchants with their callbacks. */
export function MerchantTable({ clients, actions }: ClientTableProps) {
  const t = adminTexts().clients;
  const columns = [
    nameColumn(t.merchant),
    ...commonColumns(),
    {
      title: t.callbackUrl,
      cell: ({ callbackUrl }: Client) => <span class="id">{callbackUrl ?? texts().ui.none}</span>,
    },
    {
      title: t.signature,
      cell: ({ requiresTimedSign }: Client) => (requiresTimedSign ? t.timedOnly : t.timedOrPlain),
    },
    { title: texts().ui.change, cell: actions },
  ];
  if (clients.length === 0) return <Empty title={t.noMerchants} />;
  return <ClientTable label={t.merchants} columns={columns} clients={clients} />;
}

function nameColumn(title: string): Column<Client> {
  return {
    title,
    isRowHeader: true,
    kind: 'name',
    cell: ({ name, appKey, test }) => (
      <>
        <strong dir="auto">{name}</strong> {test && <TestBadge about={adminTexts().clients.isTestKey} />}
        <small class="id">{appKey}</small>
      </>
    ),
  };
}

function commonColumns(): readonly Column<Client>[] {
  const t = adminTexts().clients;
  return [
    {
      title: t.state,
      cell: ({ disabledAt }) => (
        <Badge tone={disabledAt ? 'bad' : 'good'} text={disabledAt ? t.disabled : t.active} />
      ),
    },
    {
      title: t.ipAddresses,
      cell: ({ ipAllowlist }) => <span class="id">{ipAllowlist.join(', ') || t.anyAddress}</span>,
    },
  ];
}

interface TableProps {
  readonly label: string;
  readonly columns: readonly Column<Client>[];
  readonly clients: readonly Client[];
}

/** Shows the test keys together, after the live ones. */
function ClientTable({ label, columns, clients }: TableProps) {
  const rows = [...clients.filter(({ test }) => !test), ...clients.filter(({ test }) => test)];
  return <DataTable label={label} columns={columns} rows={rows} keyOf={({ appKey }) => appKey} />;
}
