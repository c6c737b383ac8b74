/**
 * E-mails about notifications: one, or a list of them. Names and excerpts come from users, so they are on lines of their own,
 * never next to a link. No image and nothing else is loaded from anywhere.
 */
import { type Email, oneLine } from './mail.ts'

/** A notification as an e-mail shows it. */
export interface LetterItem {
  /** What happened, such as "Ann mentioned you". */
  sentence: string
  /** The name of the object. */
  name: string
  excerpt: string | null
  link: string
}

export interface Letter {
  to: { name: string; email: string }
  items: readonly LetterItem[]
  /** How many more there are. */
  more: number
  /** The addresses of the inbox, of the settings, and of the page that ends these e-mails. */
  links: { inbox: string; settings: string; unsubscribe: string }
  /** Identifies the letter: one that is sent again after a failure has the same. */
  id: string
}

const escaped = (text: string): string => text.replace(/[&<>"']/g, character => `&#${character.codePointAt(0)};`)

/** One message of all items, in plain text and HTML, which the recipient can unsubscribe from with one press. */
export function notificationEmail({ to, items, more, links, id }: Letter): Email {
  const [first] = items
  const count = items.length + more
  const subject = first && count === 1 ? `${first.sentence}: ${oneLine(first.name)}` : `${count} notifications`
  return {
    to,
    subject,
    text: textOf({ to, items, more, links, id }),
    html: htmlOf({ to, items, more, links, id }),
    id,
    headers: {
      'List-Unsubscribe': `<${links.unsubscribe}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      'Auto-Submitted': 'auto-generated',
    },
  }
}

const moreOf = (more: number): string => (more === 1 ? 'One more is in your inbox' : `${more} more are in your inbox`)

function textOf({ to, items, more, links }: Letter): string {
  const parts = items.map(({ sentence, name, excerpt, link }) =>
    [`${sentence}:`, oneLine(name), ...(excerpt ? [`> ${excerpt}`] : []), '', link].join('\n'),
  )
  const rest = more > 0 ? [`${moreOf(more)}:\n${links.inbox}`] : []
  return `Hello ${oneLine(to.name)},

${[...parts, ...rest].join('\n\n')}

--
Choose what is sent to you:
${links.settings}

Stop these e-mails:
${links.unsubscribe}
`
}

const paragraph = (html: string, style = '') => `<p style="margin:0 0 8px${style}">${html}</p>`
const linkTo = (address: string, text: string) => `<a href="${escaped(address)}">${text}</a>`

function htmlOf({ to, items, more, links }: Letter): string {
  const parts = items.map(({ sentence, name, excerpt, link }) =>
    [
      paragraph(escaped(sentence), ';color:#5f6672'),
      paragraph(`<strong>${escaped(oneLine(name))}</strong>`),
      ...(excerpt ? [paragraph(escaped(excerpt), ';padding-left:12px;border-left:3px solid #d5d9e0')] : []),
      paragraph(linkTo(link, 'Open'), ';padding-bottom:16px'),
    ].join('\n'),
  )
  const rest = more > 0 ? [paragraph(linkTo(links.inbox, moreOf(more)))] : []
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<body style="margin:0;padding:24px;font:15px/1.5 system-ui,sans-serif;color:#1e2330;background:#fff">
<div style="max-width:560px">
${paragraph(`Hello ${escaped(oneLine(to.name))},`, ';padding-bottom:8px')}
${[...parts, ...rest].join('\n')}
<hr style="border:0;border-top:1px solid #d5d9e0;margin:16px 0">
${paragraph(`${linkTo(links.settings, 'Choose what is sent to you')} · ${linkTo(links.unsubscribe, 'Stop these e-mails')}`, ';font-size:13px')}
</div>
`
}
