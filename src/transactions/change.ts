/** The audience of a change: everyone, or only the desk, for plans, claims, notes and callbacks. */
export type Audience = 'all' | 'desk';

/** A transaction that a commit has created or changed. Its current state is in the database. */
export interface Change {
  readonly id: string;
  readonly audience: Audience;
  /** The event that the commit has stored, which may have a callback. */
  readonly event?: { readonly id: string; readonly traceparent?: string | undefined } | undefined;
}

/** The receivers of the changes of all commits, on a database that several processes share. */
export interface ChangeReceiver {
  announce(changes: readonly Change[]): void;
  /** Ends every subscription, since changes may be lost: a client that subscribes again reads what it missed. */
  endAll(): void;
}
