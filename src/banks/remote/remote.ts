import type { BankDirectory } from '../bank-directory.ts';
import type { Bank } from '../domain/bank.ts';
import type { BankCopy, BankCopyStore } from './copy-store.ts';
import { BankServiceFailure } from './failure.ts';
import { type Contact, describeHealth } from './health.ts';
import { parseBanks, printBanks } from './payload.ts';
import type { ReadBankList } from './read-list.ts';

/** Age at which the copy in the database is rewritten although the list did not change. */
const COPY_RENEWAL_MS = 600_000;

export interface RemoteBankDirectoryOptions {
  /** The key of the copy in the database. */
  readonly url: string;
  readonly readList: ReadBankList;
  readonly copies: BankCopyStore;
  readonly nowMs: () => number;
}

export type RefreshOutcome =
  /** `copyError` is set when the new list could not be stored in the database. */
  | { readonly kind: 'refreshed'; readonly copyError?: unknown }
  /** `unexpected` is an exception that is a bug of the service. */
  | { readonly kind: 'failed'; readonly unexpected?: unknown }
  | { readonly kind: 'stopped' };

/** The bank directory of an Available Banks service. It answers from memory, never from the network. */
export interface RemoteBankDirectory extends BankDirectory {
  /** Loads the last good copy from the database, if there is one. */
  loadCopy(): Promise<void>;
  /**
   * Loads the copy that another process keeps in the database.
   * @returns whether that process keeps it up to date; if not, this process must ask the service.
   */
  followCopy(): Promise<boolean>;
  /** Reads the list from the service. Never rejects. The caller runs one refresh at a time. */
  refresh(stop: AbortSignal): Promise<RefreshOutcome>;
}

/** Makes a directory that has no list until `loadCopy` or `refresh` has read one. */
export function createRemoteBankDirectory(options: RemoteBankDirectoryOptions): RemoteBankDirectory {
  const { url, readList, copies, nowMs } = options;
  let list: { readonly banks: ReadonlyMap<string, Bank>; readonly readAtMs: number } | undefined;
  let contact: Contact = { kind: 'none' };
  let kept: BankCopy | undefined;

  async function keepCopy(banks: ReadonlyMap<string, Bank>, fetchedAtMs: number): Promise<void> {
    const copy = { body: printBanks(banks), fetchedAtMs };
    if (copy.body === kept?.body && copy.fetchedAtMs - kept.fetchedAtMs < COPY_RENEWAL_MS) return;
    await copies.save(url, copy, nowMs());
    kept = copy;
  }

  function fail(error: unknown): RefreshOutcome {
    const isExpected = error instanceof BankServiceFailure;
    const reason = isExpected ? error.message : 'could not be read, for a reason that is in the log';
    contact = { kind: 'failing', sinceMs: contact.kind === 'failing' ? contact.sinceMs : nowMs(), reason };
    return { kind: 'failed', ...(!isExpected && { unexpected: error }) };
  }

  async function loadCopy(): Promise<void> {
    const copy = await copies.load(url);
    if (!copy || copy.fetchedAtMs === kept?.fetchedAtMs) return;
    try {
      list = { banks: await parseBanks(copy.body), readAtMs: copy.fetchedAtMs };
      kept = copy;
    } catch (error) {
      // Another version may have stored it in another form. Then there is no list until the first refresh.
      if (!(error instanceof BankServiceFailure)) throw error;
    }
  }

  return {
    find: async (bankId) => (list ? (list.banks.get(bankId) ?? 'missing') : 'unreadable'),
    list: async () => list && [...list.banks.values()],
    health: () => describeHealth(contact, list?.readAtMs, nowMs()),
    loadCopy,
    async followCopy() {
      // Without a copy the service is asked.
      await loadCopy().catch(() => {});
      const isKept = kept !== undefined && nowMs() - kept.fetchedAtMs < 2 * COPY_RENEWAL_MS;
      if (isKept) contact = { kind: 'working' };
      return isKept;
    },
    async refresh(stop) {
      let banks: ReadonlyMap<string, Bank>;
      // Of two lists the one that was asked for later is newer, whichever comes first.
      const askedAtMs = nowMs();
      try {
        banks = await parseBanks(await readList(stop));
      } catch (error) {
        return stop.aborted ? { kind: 'stopped' } : fail(error);
      }
      list = { banks, readAtMs: askedAtMs };
      contact = { kind: 'working' };
      try {
        await keepCopy(banks, askedAtMs);
        return { kind: 'refreshed' };
      } catch (copyError) {
        return { kind: 'refreshed', copyError };
      }
    },
  };
}
