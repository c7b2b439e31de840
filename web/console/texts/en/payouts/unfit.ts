/** Why a withdrawal cannot be paid by a batch. A reason of a newer service keeps its English sentence. */
export const unfit = {
  missing: 'is not a live withdrawal.',
  'no-withdrawal': 'is a deposit.',
  'not-pending': 'was already decided.',
  restored:
    'has been held since the database was restored, as it may have been paid before. An admin can let payouts go on.',
  claimed: 'was claimed by an operator, who may have paid it. Ask them, and settle it by hand.',
  planned: 'has a planned decision. Wait for it, or undo it.',
  'paid-again':
    'was paid according to a bank line. Confirm the line, or import the statement that shows its return. If the line only names a whole payment, or this withdrawal in its text, and pays none of it, put it away with a note.',
  blacklisted: 'is stopped by the blacklist. Clear it with a reason, or leave it out.',
  'merchant-disabled':
    'belongs to a merchant whose key is disabled. Leave it out, or decide about it by hand.',
  'in-payout': 'is in another batch.',
  'other-currency': 'has another currency. Put it into a separate batch.',
  'own-account': 'goes to the account that pays. Choose another account.',
} as Readonly<Record<string, string>>;
