/**
 * Warns of unknown names in a request. The wire ignores them, so a typing error creates a task without a name; a server
 * in memory, or one with the log level debug, reports them in its log and in a header.
 *
 * Invariants:
 * - Only names are shown, never values, and only those that look like names.
 * - The work is bounded for any input.
 */
import { nearest } from '../lib/nearest.ts'
import type { Operation } from '../vocabulary/operation.ts'
import type { RequestBody } from './body.ts'
import type { Incoming, Kernel } from './request.ts'

const HEADER = 'x-workloom-warning'
const MAX_NAMES = 10
const MAX_NAME_CHARACTERS = 100

/** The parameters of every operation. */
const OPTIONS = ['opt_fields', 'opt_expand', 'opt_pretty', 'opt_method']
const PAGES = ['limit', 'offset']

/** The names in a request that the operation does not know, described. */
export function unknownNamesIn(
  { query, body, refused, ignored, answers }: Operation,
  sent: Readonly<Record<string, unknown>>,
  data: Record<string, unknown>,
): { parameters: string[]; members: string[] } {
  const own = Object.entries(query).map(([name, { kind }]) => (kind === 'dotted' ? `${name}.` : name))
  const parameters = [...own, ...OPTIONS, ...ignored, ...(answers === 'page' ? PAGES : [])]
  return {
    parameters: unknownNames(sent, parameters),
    members: unknownNames(data, [...Object.keys(body), ...refused, ...ignored]),
  }
}

/** Logs the names that the operation does not know, and adds them to a response header. */
export function warnOfUnknownNames(
  { log }: Pick<Kernel, 'log'>,
  operation: Operation,
  { query: sent, addHeaders }: Incoming,
  { data }: RequestBody,
): void {
  const { parameters, members } = unknownNamesIn(operation, sent, data)
  const texts = [
    ...members.map(described => `Request body has an unknown field ${described}`),
    ...parameters.map(described => `Request has an unknown query parameter ${described}`),
    ...operation.ignored
      .filter(name => Object.hasOwn(data, name) || Object.hasOwn(sent, name))
      .map(name => `Request has \`${name}\`, which changes nothing here.`),
  ].slice(0, MAX_NAMES)
  if (texts.length === 0) return
  for (const message of texts) log({ level: 'info', message })
  addHeaders({ [HEADER]: texts })
}

function unknownNames(sent: Record<string, unknown>, known: readonly string[]): string[] {
  const names: string[] = []
  for (const name in sent) {
    if (!Object.hasOwn(sent, name) || known.some(one => one === name || (one.endsWith('.') && name.startsWith(one))))
      continue
    if (names.push(describeName(name, known)) === MAX_NAMES) break
  }
  return names
}

/** Other text may be a secret in the wrong place, and must not reach the log. */
function describeName(name: string, known: readonly string[]): string {
  if (name.length > MAX_NAME_CHARACTERS || !/^[a-z]\w*$/i.test(name)) return 'whose name is not shown here.'
  const similar = nearest(name, known)
  return similar ? `\`${name}\`: did you mean \`${similar}\`?` : `\`${name}\`.`
}
