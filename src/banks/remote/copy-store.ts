export interface BankCopy {
  readonly body: string;
  /** When the service was asked for it. */
  readonly fetchedAtMs: number;
}

/** Keeps the last good list of a remote bank directory across restarts. */
export interface BankCopyStore {
  load(url: string): Promise<BankCopy | undefined>;
  /** Keeps a copy unless there is a newer one, which another process has stored. */
  save(url: string, copy: BankCopy, nowMs: number): Promise<void>;
}
