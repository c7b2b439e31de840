import type { MatchableLine } from '../../../src/domain/matching/model.ts';
import { CHANNELS, EMPTY_NAMES, NAMELESS, PHRASES } from './channels.ts';
import {
  anybody,
  beyondLatin,
  calledLikeWords,
  company,
  type Identity,
  ofShortName,
  PLAINLY_OTHERS,
  pairOf,
  RELATIONS,
  type Relation,
} from './identity.ts';
import { ascii, capitals } from './letters.ts';
import { FORMS, type Form } from './printed.ts';
import type { SceneDeposit, Truth } from './scene.ts';
import { isWordForWord, type Stage } from './stage.ts';

/** Fills a stage. @returns false where the dice made no case of the kind. */
export type Kind = (stage: Stage) => boolean;

const TEXTS = CHANNELS.filter(({ isText }) => isText);
const FIELDS = CHANNELS.filter(({ isText }) => !isText);
const WHOLE = FORMS.filter(({ isWhole }) => isWhole);
const UNTOLD: Truth = { kind: 'untold' };

const paysFor = (deposit: SceneDeposit): Truth => ({ kind: 'for', deposit, needs: [] });
const another = (deposit: SceneDeposit): Truth => ({ kind: 'for', deposit, needs: ['otherPayer'] });
const waits = (deposit: SceneDeposit | null): Truth => ({ kind: 'waits', deposit });

/** The payer of an own deposit with its reference, in some form of the name. */
function own(channels: typeof CHANNELS, forms: readonly Form[], who: (stage: Stage) => Identity): Kind {
  return (stage) => {
    const { random } = stage;
    const owner = who(stage);
    const form = stage.form(forms);
    const printed = stage.print(form, owner);
    if (!printed) return false;
    const deposit = stage.deposit(owner);
    stage.crowd();
    const channel = stage.channel(channels);
    const shown = ibanned(stage, owner, stage.pay(channel, printed.text, deposit, random.pick(PHRASES)));
    const { isRecognisable } = printed;
    stage.add(shown, paysFor(deposit), { isRecognisable, detail: form.name });
    return true;
  };
}

/** The payer has an own open deposit of the amount and account, and wrote the reference of somebody else's. */
function crossed(
  channels: typeof CHANNELS,
  forms: readonly Form[],
  pair: (stage: Stage) => readonly [Identity, Identity],
): Kind {
  return (stage) => {
    const [payer, named] = pair(stage);
    const form = stage.form(forms);
    const printed = stage.print(form, payer);
    if (!printed) return false;
    const isFirst = stage.random.below(2) === 0;
    const [one, two] = [stage.deposit(isFirst ? payer : named), stage.deposit(isFirst ? named : payer)];
    const [ownDeposit, other] = isFirst ? [one, two] : [two, one];
    stage.crowd();
    const phrase = stage.random.pick(PHRASES);
    const shown = ibanned(stage, payer, stage.pay(stage.channel(channels), printed.text, other, phrase));
    const truth = isWordForWord(printed.text, named) ? UNTOLD : waits(ownDeposit);
    stage.add(shown, truth, { detail: form.name });
    return true;
  };
}

/** Somebody without a deposit pays somebody's deposit by its reference. */
function byThird(
  channels: typeof CHANNELS,
  who: (stage: Stage) => readonly [Identity, Identity, Relation],
): Kind {
  return (stage) => {
    const [payer, owner, relation] = who(stage);
    const form = stage.form();
    const printed = stage.print(form, payer);
    if (!printed) return false;
    const deposit = stage.deposit(owner);
    stage.crowd();
    const phrase = stage.random.pick(PHRASES);
    const shown = ibanned(stage, payer, stage.pay(stage.channel(channels), printed.text, deposit, phrase));
    // A name that may be the owner's, misprinted, is no mistake: the money is for the deposit.
    const isPlain = PLAINLY_OTHERS.has(relation) && form.isWhole && !isWordForWord(printed.text, owner);
    stage.add(shown, isPlain ? another(deposit) : paysFor(deposit), { detail: `${relation}, ${form.name}` });
    return true;
  };
}

/** Most banks print the payer's IBAN. */
function ibanned(
  { random }: Stage,
  { iban }: Identity,
  shown: Partial<MatchableLine>,
): Partial<MatchableLine> {
  return random.below(3) === 0 ? shown : { ...shown, counterpartyIban: iban };
}

/** The payer of an own deposit has a namesake or a relative with a deposit of the amount. */
function besideAlike(stage: Stage): boolean {
  const { random } = stage;
  const isNamesake = random.below(3) === 0;
  const [owner, relative] = related(stage);
  const alike = isNamesake ? { ...owner, iban: relative.iban } : relative;
  const deposit = stage.deposit(owner);
  stage.deposit(alike);
  stage.crowd();
  const form = stage.form();
  const printed = stage.print(form, owner);
  if (!printed) return false;
  // What may as well be the other's waits rightly.
  const isRecognisable = form.isWhole && printed.isRecognisable;
  const shown = stage.pay(stage.channel(), printed.text, deposit, random.pick(PHRASES));
  stage.add(ibanned(stage, owner, shown), paysFor(deposit), { isRecognisable, detail: form.name });
  return true;
}

/** The payer has an open deposit of another amount or account, or one of the amount that has ended. */
function crossedElsewhere(stage: Stage): boolean {
  const { random } = stage;
  const [payer, owner] = pairOf(random, random.pick(['stranger', 'same surname'] as const));
  const form = stage.form(WHOLE);
  const printed = stage.print(form, payer);
  if (!printed) return false;
  const deposit = stage.deposit(owner);
  const [detail, fields] = random.pick([
    ['another amount', { amountMinor: deposit.amountMinor + 2 }],
    ['another account', { accountIndex: 1 }],
    ['ended', { state: 'cancelled' }],
  ] as const);
  stage.deposit(payer, fields);
  stage.crowd();
  const shown = stage.pay(stage.channel(), printed.text, deposit, random.pick(PHRASES));
  stage.add(shown, another(deposit), { detail });
  return true;
}

/** The payer copied the name of the operator's account, too, which is no payer's. */
function recipientNamed(stage: Stage): boolean {
  const owner = anybody(stage.random);
  const deposit = stage.deposit(owner);
  const phrase = stage.random.pick(['ACME ODEME A.S. hesabina', 'Alici: Acme Odeme Hizmetleri A.S.']);
  const shown = stage.show(stage.channel(), ascii(owner.name), stage.typed(deposit, phrase));
  stage.add(shown, paysFor(deposit));
  return true;
}

const strangers = (stage: Stage): readonly [Identity, Identity] => pairOf(stage.random, 'stranger');
const related = (stage: Stage): readonly [Identity, Identity] =>
  pairOf(stage.random, stage.random.pick(RELATIONS));

function thirdOf(stage: Stage): readonly [Identity, Identity, Relation] {
  const relation = stage.random.pick(RELATIONS);
  return [...pairOf(stage.random, relation), relation];
}

/** The bank prints nobody; the payer may have typed some words. */
function nameless(stage: Stage): boolean {
  const { random } = stage;
  const deposit = stage.deposit(anybody(random));
  stage.crowd();
  const typed = stage.typed(deposit, random.pick(PHRASES));
  const written = { typed, amount: '500,00', query: stage.query() };
  const name = random.pick(EMPTY_NAMES);
  const counterpartyName = name === '' || random.below(2) === 0 ? null : name;
  stage.add({ counterpartyName, remittance: [random.pick(NAMELESS)(written)] }, paysFor(deposit), {
    detail: counterpartyName ?? 'no field',
  });
  return true;
}

/** The bank shows one, the payer wrote another: the text names the owner of the deposit. */
function onBehalf(stage: Stage): boolean {
  const { random } = stage;
  const [payer, owner] = pairOf(random, random.pick(['stranger', 'same surname'] as const));
  const deposit = stage.deposit(owner);
  const isCrossed = random.below(2) === 0;
  const mine = isCrossed ? stage.deposit(payer) : null;
  stage.crowd();
  const written = random.pick([ascii(owner.name), owner.name, capitals(owner.name)]);
  const phrase = random.pick([`${written} adına`, `${written} icin`, written, `${written} yatırım`]);
  const printed = stage.print(stage.form(WHOLE), payer);
  if (!printed) return false;
  const channel = stage.channel();
  stage.add(
    stage.show(channel, printed.text, stage.typed(deposit, phrase)),
    mine ? waits(mine) : another(deposit),
    { detail: `${isCrossed ? 'own deposit, ' : ''}${channel.isText ? 'text' : 'field'}` },
  );
  return true;
}

/** The payer of an own deposit writes that it is for somebody else. */
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
  stage.add(stage.show(stage.channel(), printed.text, stage.typed(deposit, phrase)), another(deposit));
  return true;
}

/** One name field shows the owner, the other one somebody else. */
function twoNames(stage: Stage): boolean {
  const { random } = stage;
  const [payer, owner] = pairOf(random, random.pick(['stranger', 'same surname'] as const));
  const deposit = stage.deposit(owner);
  const mine = random.below(2) === 0 ? stage.deposit(payer) : null;
  stage.crowd();
  const names = [ascii(owner.name), ascii(payer.name)];
  if (random.below(2) === 0) names.reverse();
  const [counterpartyName = null, ultimateName = null] = names;
  stage.add(
    { counterpartyName, ultimateName, remittance: [stage.typed(deposit)] },
    mine ? waits(mine) : another(deposit),
    { detail: mine ? 'own deposit' : 'no own deposit' },
  );
  return true;
}

/** A company pays its deposit, or a person pays that of a company, or a company that of a like one. */
function companies(stage: Stage): boolean {
  const { random } = stage;
  const owner = company(random);
  const [main = ''] = owner.last;
  const deposit = stage.deposit(owner);
  const payer = random.below(2) === 0 ? company(random, main) : { ...anybody(random), last: [main] };
  const same = payer.isCompany && payer.last[1] === owner.last[1];
  if (same) return false;
  const name = payer.isCompany ? payer.name : [...payer.first, main].join(' ');
  const mine = random.below(2) === 0 ? stage.deposit({ ...payer, name }) : null;
  stage.crowd();
  stage.add(
    stage.show(stage.channel(), ascii(name), stage.typed(deposit)),
    mine ? waits(mine) : another(deposit),
    { detail: payer.isCompany ? 'another company' : 'a person' },
  );
  return true;
}

const shortPair = (stage: Stage) => [ofShortName(stage.random), ofShortName(stage.random)] as const;
const wordPair = (stage: Stage) => [calledLikeWords(stage.random), anybody(stage.random)] as const;
const scriptPair = (stage: Stage) =>
  [
    beyondLatin(stage.random),
    stage.random.below(2) === 0 ? beyondLatin(stage.random) : anybody(stage.random),
  ] as const;
const mayBeCompany = ({ random }: Stage) => (random.below(10) === 0 ? company(random) : anybody(random));
const IN_OWN_SCRIPT = FORMS.filter(({ name }) => /capitals|as given|comma|surname first/.test(name));

/** The kinds with their shares. */
export const KINDS_OF_NAMES: readonly (readonly [number, string, Kind])[] = [
  [20, 'own name in a field', own(FIELDS, FORMS, mayBeCompany)],
  [20, 'own name in the text', own(TEXTS, FORMS, mayBeCompany)],
  [4, 'own short name', own(CHANNELS, WHOLE, ({ random }) => ofShortName(random))],
  [4, 'own name of bank words', own(CHANNELS, WHOLE, ({ random }) => calledLikeWords(random))],
  [3, 'own name in another script', own(CHANNELS, IN_OWN_SCRIPT, ({ random }) => beyondLatin(random))],
  [22, 'crossed, name in a field', crossed(FIELDS, FORMS, strangers)],
  [22, 'crossed, name in the text', crossed(TEXTS, FORMS, strangers)],
  [14, 'crossed among relatives and the like', crossed(CHANNELS, FORMS, related)],
  [6, 'crossed, short names', crossed(CHANNELS, FORMS, shortPair)],
  [6, 'crossed, names of bank words', crossed(CHANNELS, FORMS, wordPair)],
  [4, 'crossed, other scripts', crossed(CHANNELS, FORMS, scriptPair)],
  [16, 'third party', byThird(CHANNELS, thirdOf)],
  [6, 'own name beside an alike one', besideAlike],
  [5, 'crossed, own deposit elsewhere', crossedElsewhere],
  [2, 'own name, the recipient named', recipientNamed],
  [6, 'no name shown', nameless],
  [8, 'on behalf of the owner', onBehalf],
  [4, 'own reference, for somebody else', ownForAnother],
  [4, 'two names on one line', twoNames],
  [6, 'companies of one main word', companies],
];
