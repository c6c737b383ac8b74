/** Parsers of option values. Each one parses one kind of value, or throws a sentence that names the option. */
import { isIP } from 'node:net'
import type { FilesLocation } from '../files/location.ts'
import { addressOf } from '../lib/address.ts'
import { parseGid } from '../lib/gid.ts'
import { LOG_LEVELS, type LogLevel } from '../observe/log.ts'
import { cleanText } from '../observe/redact.ts'
import { PLANS, usageError } from './options.ts'

/** A value, and the option or variable that has it. */
export interface OptionValue {
  text: string
  source: string
  /** Of an option that was given several times. */
  all?: readonly string[]
}

export function text(given: OptionValue | undefined): string | undefined {
  const trimmed = given?.text.trim()
  if (given && (!trimmed || trimmed.length > 255)) throw usageError(`${given.source} must have 1 to 255 characters.`)
  return trimmed
}

export function port(given: OptionValue | undefined): number | undefined {
  if (!given) return undefined
  const number = Number(given.text)
  if (/^\d+$/.test(given.text) && number <= 65535) return number
  throw usageError(`${given.source} must be a number from 0 to 65535, not ${JSON.stringify(given.text)}.`)
}

export function email(given: OptionValue | undefined): string | undefined {
  const address = addressOf(text(given) ?? '')
  if (given && address === undefined) {
    throw usageError(`${given.source} must be an e-mail address, not ${JSON.stringify(given.text)}.`)
  }
  return address
}

export function gid(given: OptionValue | undefined): number | undefined {
  const number = given && parseGid(given.text.trim())
  if (given && number === undefined)
    throw usageError(`${given.source} must be a gid, not ${JSON.stringify(given.text)}.`)
  return number
}

export function plan(given: OptionValue | undefined): string | undefined {
  if (!given || PLANS.includes(given.text)) return given?.text
  throw usageError(`${given.source} must be one of ${PLANS.join(', ')}, not ${JSON.stringify(given.text)}.`)
}

export function address(given: OptionValue | undefined): string | undefined {
  if (!given) return undefined
  const url = URL.parse(given.text)
  if (url && /^https?:$/.test(url.protocol) && url.pathname === '/' && !url.search && !url.hash) return url.origin
  throw usageError(
    `${given.source} must be an address such as https://tasks.example.com, not ${JSON.stringify(given.text)}.`,
  )
}

/** The URL of an API: the address of a server, or with a path. */
export function apiAddress(given: OptionValue | undefined): string | undefined {
  if (!given) return undefined
  const url = URL.parse(given.text)
  if (url && /^https?:$/.test(url.protocol) && !url.search && !url.hash && !url.username) return given.text
  throw usageError(
    `${given.source} must be a URL such as https://tasks.example.com, not ${JSON.stringify(cleanText(given.text))}.`,
  )
}

/** A number from 1, or null for `off`; undefined without a value. */
export function limit(given: OptionValue | undefined): number | null | undefined {
  if (!given) return undefined
  if (given.text.toLowerCase() === 'off') return null
  const number = Number(given.text)
  if (/^\d{1,9}$/.test(given.text) && number > 0) return number
  throw usageError(`${given.source} must be a number from 1 to 999999999, or off, not ${JSON.stringify(given.text)}.`)
}

/** A number from 1 to 1000, or null for `off`; undefined without a value. */
export function factor(given: OptionValue | undefined): number | null | undefined {
  if (given?.text.toLowerCase() === 'off') return null
  const number = Number(given?.text)
  if (!given || (/^\d+$/.test(given.text) && number >= 1 && number <= 1000)) return given && number
  throw usageError(`${given.source} must be a number from 1 to 1000, or off, not ${JSON.stringify(given.text)}.`)
}

/** A number from 1 to `most`; undefined without a value. */
export function count(given: OptionValue | undefined, maxCount: number): number | undefined {
  if (!given) return undefined
  const number = Number(given.text)
  if (/^\d+$/.test(given.text) && number >= 1 && number <= maxCount) return number
  throw usageError(`${given.source} must be a number from 1 to ${maxCount}, not ${JSON.stringify(given.text)}.`)
}

/** The address of a database. It may contain a password, so no message repeats it. */
export function postgres(given: OptionValue): string {
  const url = URL.parse(given.text)
  // An unencoded character of a password would be parsed as another part of the address, and then printed.
  const isServer = url && !url.hash && /^\/[^/:@]+$/.test(url.pathname) && isEncoded(url.username + url.password)
  if (/^postgres(?:ql)?:\/\//.test(given.text) && isServer) return given.text
  throw usageError(
    `${given.source} must be an address such as postgres://user:password@db.example.com:5432/workloom, in which @ : / ? # %` +
      ' of a name or a password are written %40 %3A %2F %3F %23 %25.',
  )
}

/** A number of hours from 1 to a year; undefined without a value. */
export function hours(given: OptionValue | undefined): number | undefined {
  if (!given) return undefined
  const number = Number(given.text)
  if (/^\d+$/.test(given.text) && number >= 1 && number <= 8760) return number
  throw usageError(`${given.source} must be a number of hours from 1 to 8760, not ${JSON.stringify(given.text)}.`)
}

/** A number of days from 1 to ten years; undefined without a value. */
export function days(given: OptionValue | undefined): number | undefined {
  if (!given) return undefined
  const number = Number(given.text)
  if (/^\d+$/.test(given.text) && number >= 1 && number <= 3650) return number
  throw usageError(`${given.source} must be a number of days from 1 to 3650, not ${JSON.stringify(given.text)}.`)
}

/** The key of the installation. It is a secret, so no message repeats it. */
export function key(given: OptionValue | undefined): string | undefined {
  if (!given || given.text.trim().length >= 32) return given?.text.trim()
  throw usageError(`${given.source} must have 32 characters or more; openssl rand -hex 32 creates one.`)
}

/** A bearer token. It is a secret, so no message repeats it. */
export function token(given: OptionValue | undefined): string | undefined {
  if (!given || /^[!-~]{16,255}$/.test(given.text.trim())) return given?.text.trim()
  throw usageError(
    `${given.source} must have 16 to 255 characters of ASCII without spaces; openssl rand -hex 32 creates one.`,
  )
}

export function level(given: OptionValue | undefined): LogLevel | undefined {
  const found = LOG_LEVELS.find(known => known === given?.text)
  if (!given || found) return found
  throw usageError(`${given.source} must be one of ${LOG_LEVELS.join(', ')}, not ${JSON.stringify(given.text)}.`)
}

const STRICTNESS = ['relaxed', 'warn', 'strict'] as const

export function strictness(given: OptionValue | undefined): (typeof STRICTNESS)[number] | undefined {
  const found = STRICTNESS.find(known => known === given?.text)
  if (!given || found) return found
  throw usageError(`${given.source} must be one of ${STRICTNESS.join(', ')}, not ${JSON.stringify(given.text)}.`)
}

/** A list separated by commas. */
export const list = (given: OptionValue | undefined): string[] => given?.text.split(/[\s,]+/).filter(Boolean) ?? []

/** Addresses and networks, such as 10.0.0.2 and 172.16.0.0/12. */
export function proxies(given: OptionValue | undefined): string[] {
  const networks = list(given)
  const invalid = networks.find(one => !isNetwork(one))
  if (!given || invalid === undefined) return networks
  throw usageError(
    `${given.source} must be addresses or networks such as 10.0.0.2,172.16.0.0/12, not ${JSON.stringify(invalid)}.`,
  )
}

function isNetwork(text: string): boolean {
  const [host = '', bits, ...rest] = text.split('/')
  const maxCount = { 0: -1, 4: 32, 6: 128 }[isIP(host)] ?? -1
  return (
    maxCount > 0 && rest.length === 0 && (bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= maxCount))
  )
}

/** A size such as 500MB or 20GB, in bytes, or null for `off`; undefined without a value. */
export function bytes(given: OptionValue | undefined): number | null | undefined {
  if (!given) return undefined
  if (given.text.toLowerCase() === 'off') return null
  const [, number, unit = ''] = /^([1-9]\d{0,5})(MB|GB|TB)$/i.exec(given.text.trim()) ?? []
  if (number !== undefined) return Number(number) * 1024 ** (['MB', 'GB', 'TB'].indexOf(unit.toUpperCase()) + 2)
  throw usageError(`${given.source} must be a size such as 500MB or 20GB, or off, not ${JSON.stringify(given.text)}.`)
}

/** A folder, or a bucket. The address of a bucket contains a secret, so no message repeats it. */
export function filesLocation(given: OptionValue | undefined): FilesLocation | undefined {
  if (!given || !/^https?:/i.test(given.text)) return given && { folder: text(given) ?? '' }
  const url = URL.parse(given.text)
  const isLocal = /^(?:localhost|127\.0\.0\.1|\[::1\])$/.test(url?.hostname ?? '')
  const bucket = /^\/([\w.-]{3,63})\/?$/.exec(url?.pathname ?? '')?.[1]
  if (url?.username && url.password && isEncoded(url.username + url.password) && bucket && !url.hash) {
    if (url.protocol === 'https:' || isLocal) {
      const secrets = { accessKeyId: url.username, secretAccessKey: url.password }
      const [accessKeyId, secretAccessKey] = Object.values(secrets).map(decodeURIComponent) as [string, string]
      const region = url.searchParams.get('region') ?? 'us-east-1'
      return { s3: { endpoint: url.origin, bucket, region, accessKeyId, secretAccessKey } }
    }
  }
  throw usageError(
    `${given.source} must be a folder, or an address such as https://KEY:SECRET@s3.example.com/BUCKET?region=eu-north-1, in` +
      ' which @ : / ? # % of a key or a secret are written %40 %3A %2F %3F %23 %25.',
  )
}

/** The address of a mail server. It may contain a password, so no message repeats it. */
export function mailServer(given: OptionValue | undefined): string | undefined {
  if (!given || /^smtps?:$/.test(URL.parse(given.text)?.protocol ?? '')) return given?.text
  throw usageError(`${given.source} must be an address such as smtps://user:password@mail.example.com.`)
}

/** The address of a Valkey or Redis. It may contain a password, so no message repeats it. */
export function redis(given: OptionValue | undefined): string | undefined {
  if (!given) return undefined
  const url = URL.parse(given.text)
  const isServer = url && /^rediss?:$/.test(url.protocol) && url.hostname !== ''
  if (isServer && /^\/?\d{0,5}$/.test(url.pathname) && isEncoded(url.username + url.password)) return given.text
  throw usageError(`${given.source} must be an address such as redis://:password@cache.example.com:6379.`)
}

function isEncoded(text: string): boolean {
  try {
    return typeof decodeURIComponent(text) === 'string'
  } catch {
    return false
  }
}

export function flag(given: OptionValue | undefined): boolean {
  if (!given) return false
  if (/^(true|1|yes|on)$/i.test(given.text)) return true
  if (/^(false|0|no|off)$/i.test(given.text)) return false
  throw usageError(`${given.source} must be true or false, not ${JSON.stringify(given.text)}.`)
}
