/**
 * Removes secrets from log lines: members with a revealing name, addresses with a password, queries, headers, and texts
 * that look like a token of this program. In doubt it removes too much.
 * Invariant: a line takes bounded time, regardless of its content.
 */

export const REDACTED = '[redacted]'

/** Bounds of a line: deeper, further or longer content is cut. */
const MAX_DEPTH = 6
const MAX_MEMBERS = 500
const MAX_TEXT_CHARACTERS = 16_000

/** Names of members, headers and cookies whose value is a secret. The gid of a token is not a secret. */
const SECRET =
  /(?:^|[^a-z])(?:key|pass|pwd|pin|sig|jwt)$|authorization|cookie|token|secret|passw|passphrase|api-?key|credential|private-?key|signature|session|bearer/
/** Names that denote a secret only in a query. */
const SECRET_IN_QUERY = /^(?:code|sync|state|nonce|offset|ticket|code-verifier|.*assertion)$/

/** Maps `clientSecret`, `client_secret` and `Client-Secret` to one name. */
const normalizeName = (name: string) =>
  name
    .slice(0, 100)
    .replace(/([a-z\d])([A-Z])/g, '$1-$2')
    .toLowerCase()
    .replace(/[_.\s]/g, '-')

/** Whether the value of a member, header or parameter of this name is a secret. */
export const isSecret = (name: string): boolean =>
  SECRET.test(normalizeName(name)) && !/[-_](?:gid|count|expires-?at)$/.test(normalizeName(name))

function decoded(name: string): string {
  try {
    return decodeURIComponent(name)
  } catch {
    return name
  }
}

function redactQuery(whole: string, separator: string, name: string): string {
  const decodedName = decoded(name)
  return isSecret(decodedName) || SECRET_IN_QUERY.test(normalizeName(decodedName))
    ? `${separator}${name}=${REDACTED}`
    : whole
}

/** The order matters: each rule works on the result of the one before. */
const RULES: readonly [RegExp, string | ((...parts: string[]) => string)][] = [
  // The user and password of an address, also of a malformed one.
  [/:\/\/[^\s/?#]{0,300}@/g, `://${REDACTED}@`],
  [/:\/\/[^\s:/?#@]{0,100}:(?!\d{0,5}[/?#])[^\s@"']{1,300}@/g, `://${REDACTED}@`],
  [/([?&;#])([^=&;#\s"']{1,100})=[^&;#\s"'<>]*/g, redactQuery],
  [/\b((?:set-)?cookie["']?\s{0,9}[:=])[^\r\n]*/gi, `$1 ${REDACTED}`],
  [/\b(bearer|basic|digest|negotiate)\s{1,9}[\w.~+/=:-]{4,}/gi, `$1 ${REDACTED}`],
  [
    /\b([\w-]{0,60}(?:authorization|password|passphrase|secret|token|api[_-]?key))(["']?\s{0,9}[:=]\s{0,9})("[^"]{0,2000}"|'[^']{0,2000}'|[^\s,;&"']+)/gi,
    (_whole, name = '', separator = '') => `${name}${separator}${REDACTED}`,
  ],
  // Tokens of this program, signed tokens, and long hexadecimal texts: links, sessions, digests.
  [/\b(\d\/\d{1,20}\/\d{1,20}):[0-9a-f]{8,}/gi, `$1:${REDACTED}`],
  [/\beyJ[\w-]{5,}\.[\w-]*(?:\.[\w-]*)?/g, REDACTED],
  [/#[\w-]{16,}/g, `#${REDACTED}`],
  [/\b[0-9a-f]{40,}\b/gi, REDACTED],
]

/** Removes the secrets from a text, and cuts it if it is very long. */
export function cleanText(text: string): string {
  // Half a secret is not recognized, so the final cut comes after the rules, far from the first cut.
  let clean = text.length > MAX_TEXT_CHARACTERS ? text.slice(0, 2 * MAX_TEXT_CHARACTERS) : text
  for (const [pattern, instead] of RULES) clean = clean.replace(pattern, instead as string)
  return clean.length > MAX_TEXT_CHARACTERS ? `${clean.slice(0, MAX_TEXT_CHARACTERS)}…` : clean
}

/** Removes the secrets from a line, and returns plain members that JSON can represent. */
export function clean(line: Record<string, unknown>): Record<string, unknown> {
  let remaining = MAX_MEMBERS
  const members = (value: object, depth: number) =>
    Object.fromEntries(
      Object.entries(value).map(([name, member]) => [
        cleanText(name),
        isSecret(name) ? redactValue(member) : redact(member, depth + 1),
      ]),
    )
  const redact = (value: unknown, depth: number): unknown => {
    remaining -= 1
    if (remaining < 0) return '…'
    if (typeof value === 'string') return cleanText(value)
    if (value instanceof Error) return cleanText(value.stack ?? String(value))
    if (typeof value !== 'object' || value === null) return typeof value === 'bigint' ? String(value) : value
    if (depth > MAX_DEPTH || ArrayBuffer.isView(value)) return '…'
    if (value instanceof Date || value instanceof URL) return cleanText(String(value))
    if (value instanceof Map) return members(Object.fromEntries(value), depth)
    return Array.isArray(value) ? value.slice(0, remaining).map(one => redact(one, depth + 1)) : members(value, depth)
  }
  return members(line, 0)
}

const redactValue = (value: unknown) => (value === null || value === undefined || value === '' ? value : REDACTED)
