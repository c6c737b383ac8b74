/**
 * Takes secrets out of what is about to be logged, wherever they stand: members with a revealing name, addresses with a
 * password, queries, headers, and texts that look like a token of this program. What must always hold: a line costs a
 * bounded time, whoever wrote it. Rather too much is taken out than too little.
 */

const GONE = '[redacted]'

/** What deeper or longer lines lose. */
const DEEPEST = 6
const MOST = 500
const LONGEST = 16_000

/** Names of members, headers and cookies whose value is a secret. A gid of a token is none. */
const SECRET =
  /(?:^|[^a-z])(?:key|pass|pwd|pin|sig|jwt)$|authorization|cookie|token|secret|passw|passphrase|api-?key|credential|private-?key|signature|session|bearer/
/** Names that stand for something harmless elsewhere, and for a secret in a query. */
const SECRET_IN_QUERY = /^(?:code|sync|state|nonce|offset|ticket|code-verifier|.*assertion)$/

/** `clientSecret`, `client_secret` and `Client-Secret` are one name. */
const plain = (name: string) =>
  name
    .slice(0, 100)
    .replace(/([a-z\d])([A-Z])/g, '$1-$2')
    .toLowerCase()
    .replace(/[_.\s]/g, '-')

const isSecret = (name: string) => SECRET.test(plain(name)) && !/[-_](?:gid|count|expires-?at)$/.test(plain(name))

function decoded(name: string): string {
  try {
    return decodeURIComponent(name)
  } catch {
    return name
  }
}

function inQuery(whole: string, mark: string, name: string): string {
  const meant = decoded(name)
  return isSecret(meant) || SECRET_IN_QUERY.test(plain(meant)) ? `${mark}${name}=${GONE}` : whole
}

/** In this order: what one rule leaves is what the next one sees. */
const RULES: readonly [RegExp, string | ((...parts: string[]) => string)][] = [
  // The user and password of an address, also of one that is written wrongly.
  [/:\/\/[^\s/?#]{0,300}@/g, `://${GONE}@`],
  [/:\/\/[^\s:/?#@]{0,100}:(?!\d{0,5}[/?#])[^\s@"']{1,300}@/g, `://${GONE}@`],
  [/([?&;#])([^=&;#\s"']{1,100})=[^&;#\s"'<>]*/g, inQuery],
  [/\b((?:set-)?cookie["']?\s{0,9}[:=])[^\r\n]*/gi, `$1 ${GONE}`],
  [/\b(bearer|basic|digest|negotiate)\s{1,9}[\w.~+/=:-]{4,}/gi, `$1 ${GONE}`],
  [
    /\b([\w-]{0,60}(?:authorization|password|passphrase|secret|token|api[_-]?key))(["']?\s{0,9}[:=]\s{0,9})("[^"]{0,2000}"|'[^']{0,2000}'|[^\s,;&"']+)/gi,
    (_whole, name = '', mark = '') => `${name}${mark}${GONE}`,
  ],
  // Tokens of this program, signed tokens, and whatever is long, random and hexadecimal: links, sessions, digests.
  [/\b(\d\/\d{1,20}\/\d{1,20}):[0-9a-f]{8,}/gi, `$1:${GONE}`],
  [/\beyJ[\w-]{5,}\.[\w-]*(?:\.[\w-]*)?/g, GONE],
  [/#[\w-]{16,}/g, `#${GONE}`],
  [/\b[0-9a-f]{40,}\b/gi, GONE],
]

/** A text without the secrets in it, cut where it is very long. */
export function cleanText(text: string): string {
  // A secret that is cut in two is not known for one: the cut comes after the cleaning, far from the first one.
  let clean = text.length > LONGEST ? text.slice(0, 2 * LONGEST) : text
  for (const [pattern, instead] of RULES) clean = clean.replace(pattern, instead as string)
  return clean.length > LONGEST ? `${clean.slice(0, LONGEST)}…` : clean
}

/** A line without the secrets in it: plain members, of which JSON can be made. */
export function clean(line: Record<string, unknown>): Record<string, unknown> {
  let left = MOST
  const members = (value: object, depth: number) =>
    Object.fromEntries(
      Object.entries(value).map(([name, member]) => [
        cleanText(name),
        isSecret(name) ? hidden(member) : shown(member, depth + 1),
      ]),
    )
  const shown = (value: unknown, depth: number): unknown => {
    left -= 1
    if (left < 0) return '…'
    if (typeof value === 'string') return cleanText(value)
    if (value instanceof Error) return cleanText(value.stack ?? String(value))
    if (typeof value !== 'object' || value === null) return typeof value === 'bigint' ? String(value) : value
    if (depth > DEEPEST || ArrayBuffer.isView(value)) return '…'
    if (value instanceof Date || value instanceof URL) return cleanText(String(value))
    if (value instanceof Map) return members(Object.fromEntries(value), depth)
    return Array.isArray(value) ? value.slice(0, left).map(one => shown(one, depth + 1)) : members(value, depth)
  }
  return members(line, 0)
}

const hidden = (value: unknown) => (value === null || value === undefined || value === '' ? value : GONE)
