/** The parameters of a list or of an answer, from the query string or from the body of a search. */

import { scimError } from './errors.ts'
import type { ScimJson } from './json.ts'
import { type AttributeProjection, readProjection } from './schema/projection.ts'

export interface ListQuery {
  filter: string | undefined
  startIndex: string | undefined
  count: string | undefined
  projection: AttributeProjection
}

/** Reads the parameters in a query string. Throws 400. */
export function listQueryFromUrl(query: string): ListQuery {
  const parameters = new Map([...new URLSearchParams(query)].map(([name, value]) => [name.toLowerCase(), value.trim()]))
  return readListQuery(name => parameters.get(name))
}

/** Reads the parameters in the body of a search. Throws 400. */
export function listQueryFromBody(body: ScimJson): ListQuery {
  const parameters = new Map(Object.entries(body).map(([name, value]) => [name.toLowerCase(), value]))
  return readListQuery(name => {
    const value = parameters.get(name)
    if (value === undefined || value === null) return undefined
    if (Array.isArray(value) && value.every(one => typeof one === 'string')) return value.join()
    if (typeof value === 'string' || typeof value === 'number') return String(value)
    throw scimError('invalidValue', `${name} is not of the type that a search has there.`)
  })
}

/** The same limit as that of a filter. */
const MAX_NAMES_CHARACTERS = 8192

function readListQuery(parameters: (name: string) => string | undefined): ListQuery {
  const names = (name: string) => {
    const text = parameters(name) ?? ''
    if (text.length > MAX_NAMES_CHARACTERS)
      throw scimError('invalidValue', `${name} is longer than ${MAX_NAMES_CHARACTERS} characters.`)
    return text
      .split(',')
      .map(one => one.trim())
      .filter(Boolean)
  }
  return {
    filter: parameters('filter'),
    // An empty parameter counts as absent.
    startIndex: parameters('startindex') || undefined,
    count: parameters('count') || undefined,
    projection: readProjection(names('attributes'), names('excludedattributes')),
  }
}
