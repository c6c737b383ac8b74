/**
 * E-mail addresses in one normal form, so that one mailbox is one account: NFC, lower case, the domain in the letters of
 * DNS and without the dot at its end. Every way by which an address comes in must use it.
 */
import { domainToASCII } from 'node:url'

const LONGEST = 320

/** What may stand before the `@`: no blanks, quotes, separators, control characters, nor signs that nobody sees. */
const LOCAL = /^[^\s"@,;<>\p{Cc}\p{Cf}]+$/u

/** What of ASCII is no part of a name would be read as the rest of an address of the web. */
const FOREIGN_ASCII = /[^\u0080-\u{10FFFF}A-Za-z0-9._-]/u

const NAMES = /^[a-z0-9_-]+(\.[a-z0-9_-]+)*$/

/** A domain in normal form; undefined for what is none. */
export function domainName(text: string): string | undefined {
  if (text.length > LONGEST || FOREIGN_ASCII.test(text)) return undefined
  const domain = domainToASCII(text).replace(/\.$/, '')
  return NAMES.test(domain) ? domain : undefined
}

/** An e-mail address in normal form; undefined for what is none, or is several. */
export function addressOf(text: string): string | undefined {
  if (text.length > LONGEST) return undefined
  const [local = '', sent, more] = text.split('@')
  const domain = domainName(sent ?? '')
  if (domain === undefined || more !== undefined || !LOCAL.test(local)) return undefined
  return `${local.normalize('NFC').toLowerCase().normalize('NFC')}@${domain}`
}

/** What an account is looked up and kept by: the normal form, or the text in lower case where it is no address. */
export const addressKey = (text: string): string => addressOf(text) ?? text.toLowerCase()

/** The domain of an address in normal form. */
export const domainOf = (address: string): string => address.slice(address.lastIndexOf('@') + 1)
