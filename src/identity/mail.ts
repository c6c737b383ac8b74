/**
 * E-mail in plain text, some also in HTML. Without a mail server, e-mails are printed for the operator instead.
 * Invariants:
 * - an e-mail is sent after the commit of what it reports;
 * - no request waits for it, so the time of a response does not reveal whether an e-mail was sent;
 * - its text, which may contain a sign-in link, is never logged.
 */
import { reason } from '../lib/errors.ts'

export interface Email {
  to: { name: string; email: string }
  subject: string
  text: string
  /** The same in HTML. */
  html?: string
  /** Further headers; no text of a user is in them. */
  headers?: Record<string, string>
  /** Identifies it: an e-mail that is sent again has the same. By default each has another. */
  id?: string
}

/** Delivers one e-mail to the mail server, and rejects when the server refuses it. */
export type MailTransport = (email: Email) => Promise<void>

export interface Mailer {
  /** Whether there is a mail server. */
  readonly sendsMail: boolean
  send(email: Email): void
  /** Sends an e-mail, and rejects when the mail server does not accept it. Requires a mail server. */
  deliver(email: Email): Promise<void>
  /** Runs work in the background, such as the lookup of a recipient. */
  later(work: () => Promise<void>): void
  /** Resolves when no e-mail and no background work is pending. */
  settled(): Promise<void>
}

export interface MailerOptions {
  mail: MailTransport | null
  /** Prints a text for the operator. */
  announce(text: string): void
  log(line: Record<string, unknown>): void
}

export function createMailer({ mail, announce, log }: MailerOptions): Mailer {
  const pending = new Set<Promise<void>>()
  const begin = (work: () => Promise<void>, message: string): void => {
    const done = work()
      .catch(cause => log({ level: 'error', message, cause: reason(cause) }))
      .finally(() => pending.delete(done))
    pending.add(done)
  }
  return {
    sendsMail: mail !== null,
    send(email) {
      if (mail) begin(() => mail(singleLineHeaders(email)), 'Sending an e-mail failed.')
      else announce(`For ${oneLine(email.to.email)}:\n\n${email.text}`)
    },
    async deliver(email) {
      if (!mail) throw new Error('There is no mail server.')
      await mail(singleLineHeaders(email))
    },
    later: work => begin(work, 'A background task failed.'),
    async settled() {
      while (pending.size > 0) await Promise.all(pending)
    },
  }
}

/** Short, because the program does not exit while an e-mail is being sent. */
const SMTP_TIMEOUTS_MS = { connectionTimeout: 5000, greetingTimeout: 5000, socketTimeout: 5000 }

/** Sends by SMTP. `from` is an address, optionally with a name before it. */
export function createMailTransport({ url, from }: { url: string; from: string }): MailTransport {
  // Loaded for the first e-mail, because many installations send none.
  const transport = once(async () => (await import('nodemailer')).createTransport({ url, ...SMTP_TIMEOUTS_MS }))
  const domain = /@([\w.-]+)/.exec(from)?.[1] ?? 'localhost'
  return async ({ to, subject, text, html, headers = {}, id }) => {
    const message = { from, to: { name: to.name, address: to.email }, subject, text, headers }
    const more = {
      ...(html === undefined ? {} : { html }),
      ...(id === undefined ? {} : { messageId: `<${id}@${domain}>` }),
    }
    await (await transport()).sendMail({ ...message, ...more })
  }
}

function once<T>(load: () => Promise<T>): () => Promise<T> {
  let loaded: Promise<T> | undefined
  return () => {
    loaded ??= load()
    return loaded
  }
}

/** Keeps each header on one line, because names come from users. */
const singleLineHeaders = ({ to, subject, ...rest }: Email): Email => ({
  ...rest,
  to: { name: oneLine(to.name), email: oneLine(to.email) },
  subject: oneLine(subject),
})

/** A short text on one line, such as a name within a sentence. */
export const oneLine = (text: string): string =>
  text
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .trim()
    .slice(0, 100)
    .toWellFormed()
