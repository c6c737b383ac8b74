/**
 * How people are told what has become of what is theirs: by letter. Whoever gets no letters, such as a service account
 * or a person who has left, is told in the log, where the operator reads it.
 */
import { notice } from '../identity/letters.ts'
import type { Post } from '../identity/mail.ts'
import type { Reader } from '../store/db.ts'
import { accountOf } from '../store/queries/identity/sign_in.ts'

/** Tells a user something that the user should know. */
export type Notify = (user: number, subject: string, text: string) => Promise<void>

export const byLetter =
  (read: Reader, letters: Pick<Post, 'send'>, log: (line: Record<string, unknown>) => void): Notify =>
  async (user, subject, text) => {
    const account = await accountOf(read, user)
    if (account.may_enter) letters.send(notice(account, subject, text))
    else log({ level: 'info', user: String(user), subject, text })
  }
