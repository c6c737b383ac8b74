/** The e-mails of a world. They are captured, and never sent. */
import type { MailTransport } from '../../identity/mail.ts'
import type { Clock } from '../../lib/clock.ts'

export interface CapturedEmail {
  at: number
  to: { name: string; email: string }
  subject: string
  text: string
  /** The addresses in its text. */
  links: string[]
}

export interface Mailbox {
  transport: MailTransport
  list(): readonly CapturedEmail[]
  clear(): void
}

const MAX_EMAILS = 1000

export function createMailbox(clock: Clock): Mailbox {
  let emails: CapturedEmail[] = []
  return {
    async transport({ to, subject, text }) {
      const links = text.match(/https?:\/\/\S+/g) ?? []
      emails = [...emails, { at: clock(), to, subject, text, links }].slice(-MAX_EMAILS)
    },
    list: () => emails,
    clear() {
      emails = []
    },
  }
}
