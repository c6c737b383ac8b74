/** The letters that the program writes. Names come from people: they stand on one line, and never where a link stands. */
import { type Letter, oneLine } from './mail.ts'

interface Reader {
  name: string
  email: string
}

/** An administrator has made an account for somebody. */
export const invitation = (to: Reader, by: string, organization: string, link: string): Letter => ({
  to,
  subject: `You are invited to ${oneLine(organization)}`,
  text: `Hello ${oneLine(to.name)},

${oneLine(by)} has made an account for you in ${oneLine(organization)}. This link signs you in:

${link}

It works once, for the next seven days. Anybody who has it can use it, so do not pass it on.
`,
})

/** Somebody who has an account has been brought into an organization, or signs in elsewhere. */
export const welcome = (to: Reader, by: string, organization: string, home: string): Letter => ({
  to,
  subject: `You are now in ${oneLine(organization)}`,
  text: `Hello ${oneLine(to.name)},

${oneLine(by)} has brought you into ${oneLine(organization)}. Sign in as you always do:

${home}/sign_in
`,
})

/** An organization asks somebody to join whose address is another organization's. */
export const askedToJoin = (to: Reader, by: string, organization: string, home: string): Letter => ({
  to,
  subject: `${oneLine(organization)} asks you to join`,
  text: `Hello ${oneLine(to.name)},

${oneLine(by)} asks you to join ${oneLine(organization)}. Your own organization makes your account. Sign in within seven
days to accept or decline:

${home}/
`,
})

/** Something has become of what is somebody's own. */
export const notice = (to: Reader, subject: string, text: string): Letter => ({
  to,
  subject,
  text: `Hello ${oneLine(to.name)},

${text}
`,
})

/** Somebody asked for a way in, for this address. */
export const wayIn = (to: Reader, link: string, life: string): Letter => ({
  to,
  subject: 'A link that signs you in',
  text: `Hello ${oneLine(to.name)},

you, or an administrator for you, asked for a link that signs you in:

${link}

It works once, for ${life}. After that you can choose a new password. If nobody asked, there is nothing to do:
this letter alone has the link.
`,
})
