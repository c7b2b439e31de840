/**
 * Why the Available Banks service gave no list. The message continues a sentence that begins with that
 * service, and everyone may read it: it holds no URL, no key and nothing that the service sent.
 */
export class BankServiceFailure extends Error {}
