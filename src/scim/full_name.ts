/**
 * The three names of a person: formatted, given and family name. A provider may send one, two or all of them; the
 * account has one name only. The names that were sent are returned as long as the account keeps the name it had then.
 * When a person changes their name in the app, all three follow it.
 */
import { emptyValues, type ScimValues } from './schema/values.ts'

/** Splits a full name: the first word is the given name, all others are the family name. */
export function splitName(formatted: string): ScimValues {
  const [given, ...rest] = formatted.trim().split(/\s+/)
  const names = emptyValues()
  if (formatted) names.formatted = formatted
  if (given) names.givenName = given
  if (rest.length > 0) names.familyName = rest.join(' ')
  return names
}

const joinName = ({ givenName, familyName }: ScimValues): string | undefined =>
  [givenName, familyName].filter(Boolean).join(' ') || undefined

/** Fills in the names that were not sent. */
export function completeName(name: ScimValues): ScimValues {
  const formatted = (name.formatted as string | undefined) ?? joinName(name)
  return { ...(formatted === undefined ? {} : splitName(formatted)), ...name }
}

/** The names after a PATCH. The names that it did not set are derived from those that it set. */
export function reconcileName(name: ScimValues, named: ReadonlySet<string>): ScimValues {
  const inParts = named.has('givenName') || named.has('familyName')
  if (named.has('formatted') === inParts) return name
  if (!inParts) return name.formatted === undefined ? name : splitName(String(name.formatted))
  const formatted = joinName(name)
  const { formatted: _, ...parts } = name
  return formatted === undefined ? parts : { formatted, ...parts }
}
