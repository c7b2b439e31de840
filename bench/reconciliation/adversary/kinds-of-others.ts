import { CHANNELS, type Channel, PHRASES } from './channels.ts';
import { FORMS } from './forms.ts';
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
import { FIELDS, type Kind, may, type SharedKind, TEXTS, UNTOLD, WHOLE, waits, withIban } from './kinds.ts';
import { ascii, capitals } from './letters.ts';
import { WORDS_AS_NAMES } from './name-lists.ts';
import type { Form } from './printed.ts';
import { isWordForWord, type Stage } from './stage.ts';

const COMMON: ReadonlySet<string> = new Set([...WORDS_AS_NAMES.first, ...WORDS_AS_NAMES.last].map(ascii));
const MIN_LETTERS = 3;

/** Whether a text with this word alone can be one without a name. */
function isCommonWord(printed: string): boolean {
  return COMMON.has(ascii(printed)) || printed.replace(/\P{L}/gu, '').length < MIN_LETTERS;
}

type Pair = readonly [Identity, Identity];

const strangers = ({ random }: Stage): Pair => pairOf(random, 'stranger');
const related = ({ random }: Stage): Pair => pairOf(random, random.pick(RELATIONS));
const ofShortNames = ({ random }: Stage): Pair => [ofShortName(random), ofShortName(random)];
const calledLikeWordsAndNot = ({ random }: Stage): Pair => [calledLikeWords(random), anybody(random)];
const ofOtherScripts = ({ random }: Stage): Pair => [
  beyondLatin(random),
  random.below(2) === 0 ? beyondLatin(random) : anybody(random),
];
/** Single letters, or words that a mark separates, name nobody if they are also words of payments. */
const WITHOUT_LETTERS = FORMS.filter(({ name }) => !/initial|comma|letters apart| alone$/.test(name));

/** The payer has an open deposit with the same amount and account, but wrote the reference of somebody else's. */
function crossed(channels: readonly Channel[], forms: readonly Form[], pair: (stage: Stage) => Pair): Kind {
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
    const channel = stage.channel(channels);
    const shown = withIban(stage, payer, stage.pay(channel, printed.text, other, phrase));
    const isWord = channel.isText && isCommonWord(printed.text);
    const isUntold = isWord || isWordForWord(printed.text, named) || isWordForWord(payer.name, named);
    const truth = isUntold ? UNTOLD : waits(ownDeposit);
    stage.add(shown, truth, { detail: form.name });
    return true;
  };
}

/** The payer has an open deposit with another amount or account, or an ended one with the same amount. */
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
  stage.add(shown, may(deposit, 'otherPayer'), { detail });
  return true;
}

/** Somebody without a deposit pays somebody's deposit by its reference. */
function byThird(
  channels: readonly Channel[],
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
    const shown = withIban(stage, payer, stage.pay(stage.channel(channels), printed.text, deposit, phrase));
    // A name that can be a misprint of the owner's is not a mistake: the money is for the deposit.
    const isPlain = PLAINLY_OTHERS.has(relation) && form.isWhole && !isWordForWord(printed.text, owner);
    stage.add(shown, isPlain ? may(deposit, 'otherPayer') : may(deposit), {
      detail: `${relation}, ${form.name}`,
    });
    return true;
  };
}

function thirdOf(stage: Stage): readonly [Identity, Identity, Relation] {
  const relation = stage.random.pick(RELATIONS);
  return [...pairOf(stage.random, relation), relation];
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
    mine ? waits(mine) : may(deposit, 'otherPayer'),
    { detail: `${isCrossed ? 'own deposit, ' : ''}${channel.isText ? 'text' : 'field'}` },
  );
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
    mine ? waits(mine) : may(deposit, 'otherPayer'),
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
    mine ? waits(mine) : may(deposit, 'otherPayer'),
    { detail: payer.isCompany ? 'another company' : 'a person' },
  );
  return true;
}

/** Payers of somebody else's deposit, or who cannot be known. */
export const KINDS_OF_OTHERS: readonly SharedKind[] = [
  [22, 'crossed, name in a field', crossed(FIELDS, FORMS, strangers)],
  [22, 'crossed, name in the text', crossed(TEXTS, FORMS, strangers)],
  [14, 'crossed among relatives and the like', crossed(CHANNELS, FORMS, related)],
  [6, 'crossed, short names', crossed(CHANNELS, WITHOUT_LETTERS, ofShortNames)],
  [6, 'crossed, names of bank words', crossed(CHANNELS, WITHOUT_LETTERS, calledLikeWordsAndNot)],
  [4, 'crossed, other scripts', crossed(CHANNELS, FORMS, ofOtherScripts)],
  [5, 'crossed, own deposit elsewhere', crossedElsewhere],
  [16, 'third party', byThird(CHANNELS, thirdOf)],
  [8, 'on behalf of the owner', onBehalf],
  [4, 'two names on one line', twoNames],
  [6, 'companies of one main word', companies],
];
