/**
 * Mail: letters in plain text, sent after what they tell of is on disk, and without anybody waiting for them: how long
 * an answer takes says nothing of whether a letter went out. Without a mail server, letters are announced to whoever
 * runs the program. A letter may hold a link that signs a person in, so its text never goes to the log.
 */
import { reason } from '../lib/errors.ts'

export interface Letter {
  to: { name: string; email: string }
  subject: string
  text: string
}

/** Hands one letter to the mail server, and fails when it refuses. */
export type Mail = (letter: Letter) => Promise<void>

export interface Post {
  /** Whether letters go out by mail. */
  readonly mails: boolean
  send(letter: Letter): void
  /** Does work that nobody waits for, such as looking up whether there is anybody to write to. */
  later(work: () => Promise<void>): void
  /** Resolves when nothing is under way any more. */
  settled(): Promise<void>
}

export interface PostTerms {
  mail: Mail | null
  /** Tells whoever runs the program. */
  announce(text: string): void
  log(line: Record<string, unknown>): void
}

export function createPost({ mail, announce, log }: PostTerms): Post {
  const underWay = new Set<Promise<void>>()
  const begin = (work: () => Promise<void>, message: string): void => {
    const done = work()
      .catch(cause => log({ level: 'error', message, cause: reason(cause) }))
      .finally(() => underWay.delete(done))
    underWay.add(done)
  }
  return {
    mails: mail !== null,
    send(letter) {
      if (mail) begin(() => mail(plain(letter)), 'A letter was not sent.')
      else announce(`For ${oneLine(letter.to.email)}:\n\n${letter.text}`)
    },
    later: work => begin(work, 'Nobody waited for this, and it failed.'),
    async settled() {
      while (underWay.size > 0) await Promise.all(underWay)
    },
  }
}

/** How long a mail server may say nothing, in milliseconds: the program does not end while a letter is under way. */
const PATIENCE = { connectionTimeout: 5000, greetingTimeout: 5000, socketTimeout: 5000 }

/** Sends by SMTP. `from` is an address, perhaps with a name before it. */
export function createMail({ url, from }: { url: string; from: string }): Mail {
  // Loaded at the first letter: the program starts without it, and many installations send none.
  const transport = once(async () => (await import('nodemailer')).createTransport({ url, ...PATIENCE }))
  return async ({ to, subject, text }) => {
    await (await transport()).sendMail({ from, to: { name: to.name, address: to.email }, subject, text })
  }
}

function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined
  return () => {
    made ??= make()
    return made
  }
}

/** What stands in the head of a letter must not end the line, whatever people call themselves. */
const plain = ({ to, subject, text }: Letter): Letter => ({
  to: { name: oneLine(to.name), email: oneLine(to.email) },
  subject: oneLine(subject),
  text,
})

/** A name in the middle of a sentence: on one line, and short. */
export const oneLine = (text: string): string =>
  text
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .trim()
    .slice(0, 100)
    .toWellFormed()
