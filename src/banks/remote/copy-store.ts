/** Keeps the last good list of a remote bank directory across restarts. */
export interface BankCopyStore {
  load(url: string): Promise<{ readonly body: string; readonly fetchedAtMs: number } | undefined>;
  save(url: string, copy: { readonly body: string; readonly fetchedAtMs: number }): Promise<void>;
}
