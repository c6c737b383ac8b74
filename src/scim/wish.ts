/** The parameters of a list or of an answer, from the query string or from the body of a search. */

import { refusal } from './errors.ts'
import { type Projection, projectionOf } from './schema/projection.ts'

export interface Wish {
  filter: string | undefined
  startIndex: string | undefined
  count: string | undefined
  projection: Projection
}

/** Reads the parameters in a query string. Throws 400. */
export function wishInQuery(query: string): Wish {
  const given = new Map([...new URLSearchParams(query)].map(([name, value]) => [name.toLowerCase(), value.trim()]))
  return wishOf(name => given.get(name))
}

/** Reads the parameters in the body of a search. Throws 400. */
export function wishInBody(body: Record<string, unknown>): Wish {
  const given = new Map(Object.entries(body).map(([name, value]) => [name.toLowerCase(), value]))
  return wishOf(name => {
    const value = given.get(name)
    if (value === undefined || value === null) return undefined
    if (Array.isArray(value) && value.every(one => typeof one === 'string')) return value.join()
    if (typeof value === 'string' || typeof value === 'number') return String(value)
    throw refusal('invalidValue', `${name} is not of the type that a search has there.`)
  })
}

/** The same limit as that of a filter. */
const LONGEST = 8192

function wishOf(given: (name: string) => string | undefined): Wish {
  const names = (name: string) => {
    const text = given(name) ?? ''
    if (text.length > LONGEST) throw refusal('invalidValue', `${name} is longer than ${LONGEST} characters.`)
    return text
      .split(',')
      .map(one => one.trim())
      .filter(Boolean)
  }
  return {
    filter: given('filter'),
    // An empty parameter counts as absent.
    startIndex: given('startindex') || undefined,
    count: given('count') || undefined,
    projection: projectionOf(names('attributes'), names('excludedattributes')),
  }
}
