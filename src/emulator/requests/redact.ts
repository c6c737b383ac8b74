/** Removes credentials from recorded requests: they end up in files that others read. */
import { isSecret, REDACTED } from '../../observe/redact.ts'

export interface Redaction {
  /** A value of JSON. Members with the names of secrets are redacted as a whole. */
  value(value: unknown): unknown
  text(text: string): string
  headers(headers: Readonly<Record<string, unknown>>): Record<string, string>
  query(query: URLSearchParams): [name: string, value: string][]
}

/** Tokens of this program, and signed tokens. */
const TOKENS = /\b(\d\/\d{1,20}\/\d{1,20}):[0-9a-f]{8,}|\beyJ[\w-]{5,}\.[\w-]*(?:\.[\w-]*)?/g

/** Names that denote a secret of OAuth and of sessions in queries and forms. */
const OF_OAUTH = /^(?:code|code_verifier|state|assertion|client_assertion)$/

/** `secrets` are texts that must not appear anywhere. */
export function createRedaction(secrets: Iterable<string>): Redaction {
  const all = [...secrets].filter(Boolean).toSorted((a, b) => b.length - a.length)
  const text = (given: string): string => {
    let clean = given.replace(TOKENS, REDACTED)
    for (const secret of all) clean = clean.replaceAll(secret, REDACTED)
    return clean
  }
  const value = (given: unknown): unknown => {
    if (typeof given === 'string') return text(given)
    if (typeof given !== 'object' || given === null) return given
    if (Array.isArray(given)) return given.map(value)
    return Object.fromEntries(Object.entries(given).map(([name, one]) => [text(name), member(name, one)]))
  }
  const member = (name: string, one: unknown) =>
    (typeof one === 'string' || typeof one === 'number') && isSecret(name) ? REDACTED : value(one)
  return {
    ...{ text, value },
    headers: headers =>
      Object.fromEntries(
        Object.entries(headers).map(([name, one]) => [
          name.toLowerCase(),
          isSecret(name) ? REDACTED : text(Array.isArray(one) ? one.join(', ') : String(one)),
        ]),
      ),
    query: query =>
      [...query].map(([name, one]): [string, string] => [
        text(name),
        isSecret(name) || OF_OAUTH.test(name) ? REDACTED : text(one),
      ]),
  }
}
