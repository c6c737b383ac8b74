/** Options of the response: query parameters with the prefix `opt_`, or the member `options` of the body. */
import { parse } from 'node:querystring'
import type { Selection } from '../graph/graph.ts'
import { invalid } from '../lib/errors.ts'
import type { Operation } from '../vocabulary/operation.ts'
import type { RequestBody } from './body.ts'

export type Query = Record<string, string>

/** Parses a query string. The last value of a repeated parameter counts. */
export function queryOf(text: string): Query {
  const query: Query = Object.create(null)
  if (text === '') return query
  const lists = new Map<string, string[]>()
  for (const [name, value] of Object.entries(parse(text))) {
    const values = Array.isArray(value) ? value : [value ?? '']
    // wire: the oldest JavaScript client writes lists as opt_fields[0]=...&opt_fields[1]=...
    const list = name.match(/^(opt_\w+)\[\d*\]$/)?.[1]
    const parts = list && lists.get(list)
    if (parts) parts.push(...values)
    else if (list) lists.set(list, values)
    else query[name] = values.at(-1) ?? ''
  }
  for (const [name, parts] of lists) query[name] = [query[name], ...parts].filter(Boolean).join(',')
  return query
}

export interface OutputOptions {
  fields: string
  expand: string
  pretty: boolean
}

/** The query has precedence. */
export function optionsOf(query: Query, { options }: RequestBody): OutputOptions {
  const { pretty } = options
  return {
    fields: query.opt_fields || paths('fields', options.fields),
    expand: query.opt_expand || paths('expand', options.expand),
    pretty: query.opt_pretty === undefined ? pretty === true || pretty === 'true' : isOn(query.opt_pretty),
  }
}

/** What the response of an operation shows of its objects. */
export const selectionOf = ({ form, answers, direct }: Operation, { fields, expand }: OutputOptions): Selection => ({
  ...{ fields, expand, guarded: direct },
  form: form ?? (answers === 'page' ? 'compact' : 'full'),
})

// wire: contract: the parameter may be empty, which means yes
const isOn = (value: string) => !['false', 'False', '0'].includes(value)

function paths(name: string, value: unknown): string {
  if (value === undefined || value === null) return ''
  if (typeof value === 'string') return value
  if (Array.isArray(value) && value.every(path => typeof path === 'string')) return value.join(',')
  throw invalid(name, 'Not a list of field names')
}
