/** The texts of e-mails. Names come from users, so they are cut to one line and are never next to a link. */
import { type Email, oneLine } from './mail.ts'

interface Recipient {
  name: string
  email: string
}

/** An administrator created an account for the recipient. */
export const invitationEmail = (to: Recipient, inviter: string, organization: string, link: string): Email => ({
  to,
  subject: `You are invited to ${oneLine(organization)}`,
  text: `Hello ${oneLine(to.name)},

${oneLine(inviter)} has created an account for you in ${oneLine(organization)}. This link signs you in:

${link}

It works once, within the next seven days. Anyone who has it can use it, so do not share it.
`,
})

/** The recipient was added to an organization, and has an account or signs in at a provider. */
export const welcomeEmail = (to: Recipient, inviter: string, organization: string, address: string): Email => ({
  to,
  subject: `You are now in ${oneLine(organization)}`,
  text: `Hello ${oneLine(to.name)},

${oneLine(inviter)} has added you to ${oneLine(organization)}. Sign in as you always do:

${address}/sign_in
`,
})

/** An organization asks a recipient to join whose address belongs to another organization. */
export const joinRequestEmail = (to: Recipient, inviter: string, organization: string, address: string): Email => ({
  to,
  subject: `${oneLine(organization)} asks you to join`,
  text: `Hello ${oneLine(to.name)},

${oneLine(inviter)} asks you to join ${oneLine(organization)}. Your own organization manages your account. Sign in within
seven days to accept or decline:

${address}/
`,
})

/** A notification about an object of the recipient. */
export const noticeEmail = (to: Recipient, subject: string, text: string): Email => ({
  to,
  subject,
  text: `Hello ${oneLine(to.name)},

${text}
`,
})

/** A sign-in link was requested for this address. */
export const signInEmail = (to: Recipient, link: string, lifetime: string): Email => ({
  to,
  subject: 'A link that signs you in',
  text: `Hello ${oneLine(to.name)},

you, or an administrator for you, requested a link that signs you in:

${link}

It works once, for ${lifetime}. After that you can choose a new password. If you did not expect this e-mail, ignore it:
no one else has the link.
`,
})
