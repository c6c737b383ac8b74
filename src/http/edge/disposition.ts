/**
 * The header `Content-Disposition` of a part of a multipart body. Clients write file names in many ways; the result is
 * a name that is safe to show, without a path and without control characters.
 */
import { isUtf8 } from 'node:buffer'

export interface Disposition {
  /** The name of the field. */
  name: string
  /** Undefined for a part that is no file. Empty if the client chose none. */
  fileName: string | undefined
}

const PARAMETER = /;[ \t]*([\w!#$%&'*+.^`|~-]+)[ \t]*=[ \t]*(?:"((?:\\.|[^"\\])*)"|([^;]*))/g

/** Parses the header, whose characters are bytes. Undefined for a part that belongs to no form. */
export function parseDisposition(header: string | undefined): Disposition | undefined {
  if (header === undefined || !/^form-data[ \t]*(?:;|$)/i.test(header)) return undefined
  const found = new Map<string, string>()
  for (const [, key = '', quoted, plain = ''] of header.matchAll(PARAMETER)) {
    // Other escapes are part of the path of a Windows client.
    const value = quoted === undefined ? plain.trim() : quoted.replace(/\\(["\\])/g, '$1')
    if (!found.has(key.toLowerCase())) found.set(key.toLowerCase(), value)
  }
  const name = found.get('name')
  return name === undefined ? undefined : { name: textOf(name), fileName: fileNameIn(found) }
}

function fileNameIn(parameters: ReadonlyMap<string, string>): string | undefined {
  const [extended, plain] = [parameters.get('filename*'), parameters.get('filename')]
  const name = (extended === undefined ? undefined : extendedValue(extended)) ?? (plain && plainValue(textOf(plain)))
  return name === undefined ? plain : safeName(name)
}

/** Bytes as text: UTF-8, or else Latin-1. */
function textOf(bytes: string): string {
  const buffer = Buffer.from(bytes, 'latin1')
  return isUtf8(buffer) ? buffer.toString('utf8') : bytes
}

/** `UTF-8''%e2%82%ac`, of RFC 5987. */
function extendedValue(value: string): string | undefined {
  const [, charset = '', encoded = ''] = /^([\w-]+)'[\w-]*'(.*)$/.exec(value) ?? []
  if (/^iso-8859-1$/i.test(charset)) return unescapeBytes(encoded)
  return /^utf-8$/i.test(charset) ? decoded(encoded) : undefined
}

// wire: contract: a name that is not ASCII may come percent-encoded. Mail clients encode it as in RFC 2047.
function plainValue(value: string): string {
  const [, charset = '', encoding = '', text = ''] = /^=\?([\w-]+)\?([BQ])\?([^?]*)\?=$/i.exec(value) ?? []
  if (/^utf-8$/i.test(charset)) {
    if (/b/i.test(encoding)) return Buffer.from(text, 'base64').toString('utf8')
    return textOf(unescapeBytes(text.replaceAll('_', ' ').replaceAll('=', '%')))
  }
  return decoded(value) ?? value
}

const unescapeBytes = (text: string) =>
  text.replace(/%([0-9a-f]{2})/gi, (_, byte) => String.fromCharCode(Number.parseInt(byte, 16)))

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}

/** The last part of a path, without control characters and characters that change the direction of the text. */
function safeName(name: string): string {
  const last = name.slice(Math.max(name.lastIndexOf('/'), name.lastIndexOf('\\')) + 1)
  const clean = last
    .toWellFormed()
    .replace(/[\p{Cc}\u2028\u2029\u202A-\u202E\u2066-\u2069]/gu, '')
    .trim()
  return clean === '.' || clean === '..' ? '' : clean
}
