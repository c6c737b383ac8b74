/**
 * The page of the links that end e-mails about notifications (RFC 8058). Opening a link changes nothing, because programs
 * open links too: only a POST does, from the button of the page or from a mail program. Neither needs a session.
 */
import type { FastifyInstance, FastifyReply } from 'fastify'
import { UNSUBSCRIBE, unsubscriberIn } from '../../identity/unsubscribe.ts'
import { missingPage } from '../../lib/errors.ts'
import { stopMail } from '../../resources/personal/rules/stop_mail.ts'
import type { Store } from '../../store/db.ts'
import { privateHeaders, READ_METHODS } from '../envelope.ts'
import { queryOf } from '../options.ts'

const pageHeaders = {
  ...privateHeaders,
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': "default-src 'none'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
}

const page = (title: string, content: string) => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<main>
<h1>${title}</h1>
${content}
</main>
`

const ASK = page(
  'Stop e-mails',
  `<p>You will get no more e-mails about notifications. They stay in your inbox.</p>
<form method="post"><button>Stop e-mails</button></form>`,
)
const DONE = page(
  'E-mails stopped',
  `<p>You get no more e-mails about notifications.</p>
<p><a href="/settings/notifications">Choose what is sent to you</a></p>`,
)

export function serveUnsubscribe(server: FastifyInstance, { store, key }: { store: Store; key: string }): void {
  /** Throws 404 for a link that was changed. */
  const unsubscriber = (url: string): number => {
    const user = unsubscriberIn(key, queryOf(url.split('?', 2)[1] ?? ''))
    if (user === undefined) throw missingPage()
    return user
  }
  const send = (reply: FastifyReply, text: string) => reply.headers(pageHeaders).send(text)
  server.route({
    method: READ_METHODS,
    url: UNSUBSCRIBE,
    handler: async (request, reply) => {
      unsubscriber(request.url)
      return send(reply, ASK)
    },
  })
  server.route({
    method: 'POST',
    url: UNSUBSCRIBE,
    bodyLimit: 1024,
    handler: async (request, reply) => {
      const user = unsubscriber(request.url)
      await store.write(tx => stopMail(tx, user))
      return send(reply, DONE)
    },
  })
}
