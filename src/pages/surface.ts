import { ServiceError } from '../domain/errors.ts';
import { FORM_TYPE, type FormFields } from '../http/form.ts';
import type { RequestContext, Surface, Target } from '../http/surface.ts';
import type { Dependencies } from '../operations/dependencies.ts';
import type { Failure } from '../operations/envelope.ts';
import { execute } from '../operations/operation.ts';
import {
  cancelPayment,
  getPayment,
  markPaymentSent,
  type PaymentOutcome,
} from '../operations/payments/payments.ts';
import type { Payer } from '../operations/permissions.ts';
import type { Assets } from './assets.ts';
import { type PageLocale, readLanguage, resolveLocale } from './format.ts';
import { PAGE_HEADERS } from './headers.ts';
import type { Html } from './html.ts';
import { renderPage } from './layout.ts';
import { type PaymentPage, paymentTitle, renderCancelQuestion, renderMessage, renderPayment } from './pay.ts';
import { LANGUAGES, type Message, TEXTS, type Texts } from './texts.ts';

const PREFIX = '/pay/';
/** One level deep, so that a page finds what stands beside it. */
const PATH = /^[/]pay[/][^/]*$/;
const METHODS: readonly string[] = ['GET', 'HEAD', 'POST'];

/** What is left to be paid is a resource; what cannot be paid any more is gone; how it went is one again. */
const STATUS: Readonly<Record<PaymentOutcome, number>> = {
  successful: 200,
  unsuccessful: 200,
  expired: 410,
  cancelled: 410,
};

/** What the forms of the page do. */
const ACTIONS = { sent: markPaymentSent, cancel: cancelPayment } as const;

/** The door of payers: pages for people, which a payment link opens. They read and work without JavaScript. */
export function createPagesSurface(dependencies: Dependencies, assets: Assets): Surface {
  const files = assets.page('pay');

  function write(
    ctx: RequestContext,
    page: { title: string; locale: PageLocale; main: Html; live: boolean },
  ) {
    ctx.set(PAGE_HEADERS);
    ctx.vary('Accept-Language');
    ctx.type = 'html';
    ctx.body = renderPage({ ...page, files });
  }

  return {
    name: 'pages',
    owns: (path) => PATH.test(path),
    bodyTypes: [FORM_TYPE],
    locate,
    async handle(ctx) {
      const { payer } = ctx.state;
      if (!payer) throw new Error('a request reached its payment without authentication');
      if (ctx.method === 'POST') return act(ctx, payer, dependencies);
      const payment = await execute(getPayment, { principal: payer, dependencies }, {});
      const locale = speechOf(ctx);
      const page: PaymentPage = {
        payment,
        locale,
        token: tokenOf(ctx.path),
        keepsLanguage: chosenLanguage(ctx) !== undefined,
      };
      const asks = ctx.query.confirm === 'cancel' && !payment.outcome;
      const main = asks ? renderCancelQuestion(page) : renderPayment(page);
      ctx.status = payment.outcome ? STATUS[payment.outcome] : 200;
      write(ctx, { title: paymentTitle(page), locale, main, live: !asks });
    },
    writeFailure(ctx, failure) {
      const locale = speechOf(ctx);
      const message = messageOf(failure, TEXTS[locale.language]);
      ctx.status = failure.status;
      write(ctx, { title: message.title, locale, main: renderMessage(message), live: false });
    },
  };
}

function locate(method: string, path: string): Target {
  if (METHODS.includes(method))
    return { route: `${PREFIX}:token`, acceptsPlainSign: false, readPaymentToken: () => tokenOf(path) };
  throw new ServiceError('error_method_not_allowed', 'A payment page takes GET and POST.', {
    allow: METHODS,
  });
}

/** Does what a form asks for, and sends the browser back to see what became of it. */
async function act(ctx: RequestContext, payer: Payer, dependencies: Dependencies): Promise<void> {
  const { action } = formOf(ctx);
  if (action !== 'sent' && action !== 'cancel')
    throw new ServiceError('error_validation', 'action must be sent or cancel.');
  try {
    await execute(ACTIONS[action], { principal: payer, dependencies }, {});
  } catch (error) {
    // It came too late: the page says how the payment stands.
    if (!(error instanceof ServiceError) || error.type !== 'error_transition_not_allowed') throw error;
  }
  const language = chosenLanguage(ctx);
  ctx.set(PAGE_HEADERS);
  ctx.status = 303;
  ctx.set('Location', tokenOf(ctx.path) + (language ? `?lang=${language}` : ''));
}

function tokenOf(path: string): string {
  return path.slice(PREFIX.length);
}

function formOf(ctx: RequestContext): FormFields {
  return Object(ctx.request.body);
}

function chosenLanguage(ctx: RequestContext) {
  return readLanguage(ctx.query.lang) ?? readLanguage(formOf(ctx).lang);
}

function speechOf(ctx: RequestContext): PageLocale {
  const accepted = readLanguage(ctx.acceptsLanguages(...LANGUAGES));
  return resolveLocale(chosenLanguage(ctx) ?? accepted ?? LANGUAGES[0], ctx.get('Accept-Language'));
}

function messageOf({ status, error }: Failure, texts: Texts): Message {
  if (status === 404) return texts.notFound;
  if (error.type === 'error_rate_limited') return texts.tooMany;
  return status >= 500 ? texts.unavailable : texts.refused;
}
