import type { Bank } from '../domain/bank.ts';
import type { BankDirectory } from '../operations/admin/directory.ts';
import type { BankCopyStore } from './copy-store.ts';
import { BankServiceFailure } from './failure.ts';
import { type Contact, describeHealth } from './health.ts';
import { parseBanks, printBanks } from './payload.ts';
import type { ReadBankList } from './read-list.ts';

/** How long a copy stands in the database before it is written again though nothing changed. */
const COPY_RENEWAL_MS = 600_000;

export interface RemoteBankDirectoryOptions {
  /** The name that the copy is kept under. */
  readonly url: string;
  readonly readList: ReadBankList;
  readonly copies: BankCopyStore;
  readonly nowMs: () => number;
}

export type RefreshOutcome =
  /** `copyError` says why the new list could not be kept in the database. */
  | { readonly kind: 'refreshed'; readonly copyError?: unknown }
  /** `unexpected` is the exception of a mistake of ours. */
  | { readonly kind: 'failed'; readonly unexpected?: unknown }
  | { readonly kind: 'stopped' };

/** The directory over a separate Available Banks service. It answers from memory, never from the network. */
export interface RemoteBankDirectory extends BankDirectory {
  /** Takes over the last good copy from the database, if there is one. */
  loadCopy(): Promise<void>;
  /** Reads the list anew; never rejects. The caller sees to it that only one runs at a time. */
  refresh(stop: AbortSignal): Promise<RefreshOutcome>;
}

/** Makes a directory that knows no banks until `loadCopy` or `refresh` has found some. */
export function createRemoteBankDirectory(options: RemoteBankDirectoryOptions): RemoteBankDirectory {
  const { url, readList, copies, nowMs } = options;
  let list: { readonly banks: ReadonlyMap<string, Bank>; readonly readAtMs: number } | undefined;
  let contact: Contact = { kind: 'none' };
  let kept: { readonly body: string; readonly fetchedAtMs: number } | undefined;

  async function keepCopy(banks: ReadonlyMap<string, Bank>): Promise<void> {
    const copy = { body: printBanks(banks), fetchedAtMs: nowMs() };
    if (copy.body === kept?.body && copy.fetchedAtMs - kept.fetchedAtMs < COPY_RENEWAL_MS) return;
    await copies.save(url, copy);
    kept = copy;
  }

  function fail(error: unknown): RefreshOutcome {
    const isExpected = error instanceof BankServiceFailure;
    const reason = isExpected ? error.message : 'could not be read, for a reason that is in the log';
    contact = { kind: 'failing', sinceMs: contact.kind === 'failing' ? contact.sinceMs : nowMs(), reason };
    return { kind: 'failed', ...(!isExpected && { unexpected: error }) };
  }

  return {
    find: async (bankId) => (list ? (list.banks.get(bankId) ?? 'missing') : 'unreadable'),
    list: async () => list && [...list.banks.values()],
    health: () => describeHealth(contact, list?.readAtMs, nowMs()),
    async loadCopy() {
      const copy = await copies.load(url);
      if (!copy) return;
      try {
        list = { banks: await parseBanks(copy.body), readAtMs: copy.fetchedAtMs };
        kept = copy;
      } catch (error) {
        // What another version kept may be no list to this one; then there is none, until the first refresh.
        if (!(error instanceof BankServiceFailure)) throw error;
      }
    },
    async refresh(stop) {
      let banks: ReadonlyMap<string, Bank>;
      try {
        banks = await parseBanks(await readList(stop));
      } catch (error) {
        return stop.aborted ? { kind: 'stopped' } : fail(error);
      }
      list = { banks, readAtMs: nowMs() };
      contact = { kind: 'working' };
      try {
        await keepCopy(banks);
        return { kind: 'refreshed' };
      } catch (copyError) {
        return { kind: 'refreshed', copyError };
      }
    },
  };
}
