/**
 * The three names of a person. A provider may send one, two or all of them; the account has one name only. What was
 * sent is shown as it was, as long as the account still has the name that it had then: a person who takes another name
 * in the app has that one everywhere.
 */
import { noValues, type Values } from './schema/values.ts'

/** The names behind a full name: the first word, and all others. One word alone is a given name. */
export function partsOf(formatted: string): Values {
  const [given, ...rest] = formatted.trim().split(/\s+/)
  const names = noValues()
  if (formatted) names.formatted = formatted
  if (given) names.givenName = given
  if (rest.length > 0) names.familyName = rest.join(' ')
  return names
}

const joined = ({ givenName, familyName }: Values): string | undefined =>
  [givenName, familyName].filter(Boolean).join(' ') || undefined

/** Fills in what was left out. */
export function completeName(name: Values): Values {
  const formatted = (name.formatted as string | undefined) ?? joined(name)
  return { ...(formatted === undefined ? {} : partsOf(formatted)), ...name }
}

/** The names after a PATCH that named some of them: the others follow. */
export function followed(name: Values, named: ReadonlySet<string>): Values {
  const inParts = named.has('givenName') || named.has('familyName')
  if (named.has('formatted') === inParts) return name
  if (!inParts) return name.formatted === undefined ? name : partsOf(String(name.formatted))
  const formatted = joined(name)
  const { formatted: _, ...parts } = name
  return formatted === undefined ? parts : { formatted, ...parts }
}
