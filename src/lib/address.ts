/**
 * The normal form of e-mail addresses, so that one mailbox is one account: NFC, lower case, the domain in its DNS form
 * without the trailing dot. Invariant: every address from outside is normalized here.
 */
import { domainToASCII } from 'node:url'

const MAX_CHARACTERS = 320

/** The part before the `@`: no blanks, quotes, separators, control characters or invisible characters. */
const LOCAL = /^[^\s"@,;<>\p{Cc}\p{Cf}]+$/u

/** Other ASCII characters would be parsed as the rest of a URL. */
const FOREIGN_ASCII = /[^\u0080-\u{10FFFF}A-Za-z0-9._-]/u

const NAMES = /^[a-z0-9_-]+(\.[a-z0-9_-]+)*$/

/** A domain in normal form; undefined if it is invalid. */
export function domainName(text: string): string | undefined {
  if (text.length > MAX_CHARACTERS || FOREIGN_ASCII.test(text)) return undefined
  const domain = domainToASCII(text).replace(/\.$/, '')
  return NAMES.test(domain) ? domain : undefined
}

/** An e-mail address in normal form; undefined if it is invalid or there are several. */
export function addressOf(text: string): string | undefined {
  if (text.length > MAX_CHARACTERS) return undefined
  const [sentLocal = '', sentDomain = '', more] = text.split('@')
  // Checked after NFC, which turns U+037E into a semicolon.
  const local = sentLocal.normalize('NFC').toLowerCase().normalize('NFC')
  const domain = domainName(sentDomain)
  if (domain === undefined || more !== undefined || !LOCAL.test(local)) return undefined
  const address = `${local}@${domain}`
  return address.length > MAX_CHARACTERS ? undefined : address
}

/** The key of an account: the normal form, or the text in lower case if it is not an address. */
export const addressKey = (text: string): string => addressOf(text) ?? text.toLowerCase()

/** The domain of an address in normal form. */
export const domainOf = (address: string): string => address.slice(address.lastIndexOf('@') + 1)
