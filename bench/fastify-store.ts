import { randomBytes } from 'node:crypto';
import Sqlite from 'better-sqlite3';
import { makeTables, type StoredClient } from './fastify-tables.ts';

const DAY_MS = 86_400_000;
const DEPOSIT_TTL_MS = 1_800_000;
const MAX_COUNT = 0xffffff;

/** A requested deposit with valid fields. */
export interface DepositRequest {
  readonly clientId: string;
  readonly processId: string;
  readonly bankId: string;
  readonly amountMinor: number;
  readonly userId: string;
  readonly userName: string;
  readonly name: string;
  readonly convertedName: string;
}

/** A stored deposit, with the columns that responses need. */
export interface DepositRow {
  readonly id: string;
  readonly process_id: string;
  readonly status: string;
  readonly bank_id: string;
  readonly bank_name: string;
  readonly amount_minor: number;
  readonly user_id: string;
  readonly user_name: string;
  readonly name: string;
  readonly converted_name: string;
  readonly account_name: string;
  readonly iban: string;
  readonly pay_token: string;
}

/** Result of a request: a deposit, or the error type with its HTTP status. */
export type Outcome =
  | { readonly deposit: DepositRow; readonly alreadyPending: boolean }
  | { readonly refusal: string; readonly status: number };

/** The deposits of one database file. */
export interface DepositStore {
  /** Stores a deposit in its own commit, which is on disk when the call returns, or finds the existing one. */
  create(request: DepositRequest): Outcome;
  close(): void;
}

// The service sets the same pragmas for its writing connection.
const PRAGMAS = [
  'journal_mode = WAL',
  'synchronous = FULL',
  'cache_size = -16000',
  'wal_autocheckpoint = 4000',
];

/** Opens the database file at a path, and creates it if it does not exist. */
export function openStore(path: string, client: StoredClient): DepositStore {
  const database = new Sqlite(path);
  for (const pragma of PRAGMAS) database.pragma(pragma);
  makeTables(database, client);
  const statements = prepareStatements(database);
  const newId = createIds();
  const create = database.transaction((request: DepositRequest) => createDeposit(request, statements, newId));
  return { create: create.immediate, close: () => void database.close() };
}

/** Handles one request inside its transaction. */
function createDeposit(request: DepositRequest, statements: Statements, newId: () => string): Outcome {
  const { clientId, processId, bankId, userId, amountMinor } = request;
  const stored = statements.ofProcess.get(clientId, processId);
  if (stored && !isSameRequest(stored, request)) return { refusal: 'error_process_id_conflict', status: 409 };
  if (stored) return { deposit: stored, alreadyPending: stored.status === 'pending' };
  const bank = statements.bank.get(bankId);
  if (!bank) return { refusal: 'error_bank_not_found', status: 404 };
  if (!bank.active) return { refusal: 'error_bank_unavailable', status: 422 };
  if (amountMinor < bank.deposit_min_minor || amountMinor > bank.deposit_max_minor)
    return { refusal: 'error_amount_out_of_bank_limits', status: 422 };
  const pending = statements.pendingOfUser.get(clientId, userId);
  if (pending) return { deposit: pending, alreadyPending: true };
  const account = statements.nextAccount.get(bankId);
  if (!account) return { refusal: 'error_no_account_available', status: 503 };
  const nowMs = Date.now();
  const deposit = {
    id: newId(),
    client_id: clientId,
    process_id: processId,
    status: 'pending',
    bank_id: bankId,
    bank_name: bank.name,
    amount_minor: amountMinor,
    user_id: userId,
    user_name: request.userName,
    name: request.name,
    converted_name: request.convertedName,
    bank_account_id: account.id,
    account_name: account.account_name,
    iban: account.iban,
    pay_token: randomBytes(16).toString('base64url'),
    now_ms: nowMs,
    expires_at_ms: nowMs + DEPOSIT_TTL_MS,
  };
  const day = Math.floor(nowMs / DAY_MS);
  statements.useAccount.run({ id: account.id, bankId, day, amountMinor });
  statements.count.run({ day, clientId, bankId, amountMinor });
  statements.insert.run(deposit);
  return { deposit, alreadyPending: false };
}

function isSameRequest(stored: DepositRow, request: DepositRequest): boolean {
  return (
    stored.bank_id === request.bankId &&
    stored.amount_minor === request.amountMinor &&
    stored.user_id === request.userId &&
    stored.user_name === request.userName &&
    stored.name === request.name
  );
}

interface BankRow {
  readonly name: string;
  readonly active: number;
  readonly deposit_min_minor: number;
  readonly deposit_max_minor: number;
}

interface AccountRow {
  readonly id: string;
  readonly account_name: string;
  readonly iban: string;
}

type Statements = ReturnType<typeof prepareStatements>;

function prepareStatements(database: Sqlite.Database) {
  return {
    ofProcess: database.prepare<[clientId: string, processId: string], DepositRow>(
      'select * from transactions where client_id = ? and process_id = ?',
    ),
    pendingOfUser: database.prepare<[clientId: string, userId: string], DepositRow>(
      `select * from transactions
       where client_id = ? and user_id = ? and type = 'deposit' and status = 'pending'`,
    ),
    bank: database.prepare<[id: string], BankRow>('select * from banks where id = ?'),
    nextAccount: database.prepare<[bankId: string], AccountRow>(
      'select * from bank_accounts where bank_id = ? order by assigned_order, id limit 1',
    ),
    useAccount: database.prepare(
      `update bank_accounts set
         assigned_order = (select max(assigned_order) + 1 from bank_accounts where bank_id = @bankId),
         used_minor = @amountMinor + case used_day when @day then used_minor else 0 end,
         used_day = @day
       where id = @id`,
    ),
    count: database.prepare(
      `insert into transaction_counters values (@day, @clientId, @bankId, 'deposit', 1, @amountMinor)
       on conflict do update set
         created_count = created_count + 1, created_minor = created_minor + excluded.created_minor`,
    ),
    insert: database.prepare(
      `insert into transactions (
         id, client_id, process_id, type, status, bank_id, bank_name, currency, amount_minor, user_id,
         user_name, name, converted_name, bank_account_id, account_name, iban, pay_token, sequence,
         created_at_ms, updated_at_ms, expires_at_ms
       ) values (
         @id, @client_id, @process_id, 'deposit', @status, @bank_id, @bank_name, 'TRY', @amount_minor, @user_id,
         @user_name, @name, @converted_name, @bank_account_id, @account_name, @iban, @pay_token, 1,
         @now_ms, @now_ms, @expires_at_ms
       )`,
    ),
  };
}

/** Makes ids like the service: they rise, so that new rows are added at the end of their index. */
function createIds(): () => string {
  const processPart = randomBytes(5).toString('hex');
  let counter = 0;
  return () => {
    counter = (counter + 1) & MAX_COUNT;
    const seconds = Math.floor(Date.now() / 1000).toString(16);
    return seconds.padStart(8, '0') + processPart + counter.toString(16).padStart(6, '0');
  };
}
