/**
 * The reason why the Available Banks service gave no list. The message continues a sentence whose subject is that
 * service. It is public: it holds no URL, no key and nothing that the service sent.
 */
export class BankServiceFailure extends Error {}
