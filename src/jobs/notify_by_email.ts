/**
 * Notifications to users about their objects, by e-mail. For a user who receives no e-mail, such as a service account or
 * a person who has left, the notification goes to the log instead, where the operator reads it.
 */
import { noticeEmail } from '../identity/emails.ts'
import type { Mailer } from '../identity/mail.ts'
import type { Reader } from '../store/db.ts'
import { accountOf } from '../store/queries/identity/sign_in.ts'

/** Notifies a user. */
export type Notifier = (user: number, subject: string, text: string) => Promise<void>

export const notifyByEmail =
  (read: Reader, mailer: Pick<Mailer, 'send'>, log: (line: Record<string, unknown>) => void): Notifier =>
  async (user, subject, text) => {
    const account = await accountOf(read, user)
    if (account.can_sign_in) mailer.send(noticeEmail(account, subject, text))
    else log({ level: 'info', user: String(user), subject, text })
  }
