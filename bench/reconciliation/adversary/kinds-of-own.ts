import { CHANNELS, type Channel, EMPTY_NAMES, NAMELESS, PHRASES } from './channels.ts';
import { FORMS } from './forms.ts';
import {
  anybody,
  beyondLatin,
  calledLikeWords,
  company,
  type Identity,
  ofShortName,
  pairOf,
  RELATIONS,
} from './identity.ts';
import { FIELDS, type Kind, may, type SharedKind, TEXTS, WHOLE, withIban } from './kinds.ts';
import { ascii } from './letters.ts';
import type { Form } from './printed.ts';
import type { Stage } from './stage.ts';

const IN_OWN_SCRIPT = FORMS.filter(({ name }) => /capitals|as given|comma|surname first/.test(name));
const couldBeCompany = ({ random }: Stage) => (random.below(10) === 0 ? company(random) : anybody(random));

/** Payers pay their own deposit with its reference, under some form of their name. */
function own(channels: readonly Channel[], forms: readonly Form[], who: (stage: Stage) => Identity): Kind {
  return (stage) => {
    const { random } = stage;
    const owner = who(stage);
    const form = stage.form(forms);
    const printed = stage.print(form, owner);
    if (!printed) return false;
    const deposit = stage.deposit(owner);
    stage.crowd();
    const channel = stage.channel(channels);
    const shown = withIban(stage, owner, stage.pay(channel, printed.text, deposit, random.pick(PHRASES)));
    const { isRecognisable } = printed;
    stage.add(shown, may(deposit), { isRecognisable, detail: form.name });
    return true;
  };
}

/** The payer of an own deposit has a namesake or a relative with a deposit of the amount. */
function besideAlike(stage: Stage): boolean {
  const { random } = stage;
  const isNamesake = random.below(3) === 0;
  const [owner, relative] = pairOf(random, random.pick(RELATIONS));
  const alike = isNamesake ? { ...owner, iban: relative.iban } : relative;
  const deposit = stage.deposit(owner);
  stage.deposit(alike);
  stage.crowd();
  const form = stage.form();
  const printed = stage.print(form, owner);
  if (!printed) return false;
  // A line that can just as well be the other's is right to wait.
  const isRecognisable = form.isWhole && printed.isRecognisable;
  const shown = stage.pay(stage.channel(), printed.text, deposit, random.pick(PHRASES));
  stage.add(withIban(stage, owner, shown), may(deposit), { isRecognisable, detail: form.name });
  return true;
}

/** The payer also copied the name of the operator's account, which is not a payer's. */
function recipientNamed(stage: Stage): boolean {
  const owner = anybody(stage.random);
  const deposit = stage.deposit(owner);
  const phrase = stage.random.pick(['ACME ODEME A.S. hesabina', 'Alici: Acme Odeme Hizmetleri A.S.']);
  const shown = stage.show(stage.channel(), ascii(owner.name), stage.typed(deposit, phrase));
  stage.add(shown, may(deposit));
  return true;
}

/** The bank prints no payer, who may have typed some words. */
function nameless(stage: Stage): boolean {
  const { random } = stage;
  const deposit = stage.deposit(anybody(random));
  stage.crowd();
  const typed = stage.typed(deposit, random.pick(PHRASES));
  const written = { typed, amount: '500,00', query: stage.query() };
  const name = random.pick(EMPTY_NAMES);
  const counterpartyName = name === '' || random.below(2) === 0 ? null : name;
  stage.add({ counterpartyName, remittance: [random.pick(NAMELESS)(written)] }, may(deposit), {
    detail: counterpartyName ?? 'no field',
  });
  return true;
}

/** Payers pay their own deposit, but write that it is for somebody else. */
function ownForAnother(stage: Stage): boolean {
  const { random } = stage;
  const [owner, other] = pairOf(random, random.pick(['stranger', 'same surname'] as const));
  const deposit = stage.deposit(owner);
  stage.crowd();
  const phrase = random.pick([
    `${ascii(other.name)} adına`,
    `${other.name} icin`,
    `${ascii(other.name)} namına`,
  ]);
  const printed = stage.print(stage.form(WHOLE), owner);
  if (!printed) return false;
  stage.add(
    stage.show(stage.channel(), printed.text, stage.typed(deposit, phrase)),
    may(deposit, 'otherPayer'),
  );
  return true;
}

/** Payers of their own deposits. */
export const KINDS_OF_OWN: readonly SharedKind[] = [
  [20, 'own name in a field', own(FIELDS, FORMS, couldBeCompany)],
  [20, 'own name in the text', own(TEXTS, FORMS, couldBeCompany)],
  [4, 'own short name', own(CHANNELS, WHOLE, ({ random }) => ofShortName(random))],
  [4, 'own name of bank words', own(CHANNELS, WHOLE, ({ random }) => calledLikeWords(random))],
  [3, 'own name in another script', own(CHANNELS, IN_OWN_SCRIPT, ({ random }) => beyondLatin(random))],
  [6, 'own name beside an alike one', besideAlike],
  [2, 'own name, the recipient named', recipientNamed],
  [6, 'no name shown', nameless],
  [4, 'own reference, for somebody else', ownForAnother],
];
