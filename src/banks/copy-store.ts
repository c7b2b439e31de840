/** The last good answer of a remote bank directory, kept over restarts. */
export interface BankCopyStore {
  load(url: string): Promise<{ readonly body: string; readonly fetchedAtMs: number } | undefined>;
  save(url: string, copy: { readonly body: string; readonly fetchedAtMs: number }): Promise<void>;
}
