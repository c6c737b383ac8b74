/**
 * Warns of unknown names in a request. The wire ignores them, so a typing error creates a task without a name; a server
 * in memory, or one with the log level debug, reports them in its log and in a header.
 *
 * Invariants:
 * - Only names are shown, never values, and only those that look like names.
 * - The work is bounded for any input.
 */
import type { Operation } from '../vocabulary/operation.ts'
import type { RequestBody } from './body.ts'
import type { Incoming, Kernel } from './request.ts'

const HEADER = 'x-workloom-warning'
const MAX_NAMES = 10
const MAX_NAME_CHARACTERS = 100
/** No field has a longer name, so a longer name resembles none. */
const MAX_COMPARED_CHARACTERS = 40

/** The parameters of every operation. */
const OPTIONS = ['opt_fields', 'opt_expand', 'opt_pretty', 'opt_method']
const PAGES = ['limit', 'offset']

/** Logs the names that the operation does not know, and adds them to a response header. */
export function warnOfUnknownNames(
  { log }: Pick<Kernel, 'log'>,
  { query, body, refused, ignored, answers }: Operation,
  { query: sent, addHeaders }: Incoming,
  { data }: RequestBody,
): void {
  const own = Object.entries(query).map(([name, { kind }]) => (kind === 'dotted' ? `${name}.` : name))
  const parameters = [...own, ...OPTIONS, ...ignored, ...(answers === 'page' ? PAGES : [])]
  const texts = [
    ...unknownNames(data, [...Object.keys(body), ...refused, ...ignored]).map(
      described => `Request body has an unknown field ${described}`,
    ),
    ...unknownNames(sent, parameters).map(described => `Request has an unknown query parameter ${described}`),
    ...ignored
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

/** The known name with the fewest typing errors, if these are few. */
export function nearest(name: string, known: readonly string[]): string | undefined {
  if (name.length > MAX_COMPARED_CHARACTERS) return undefined
  const most = name.length < 3 ? 1 : Math.min(3, Math.ceil(name.length / 3))
  let found: string | undefined
  let least = most + 1
  for (const candidate of known) {
    if (Math.abs(candidate.length - name.length) >= least) continue
    const edits = distance(name.toLowerCase(), candidate)
    if (edits < least) [found, least] = [candidate, edits]
  }
  return found
}

/** The number of letters to add, delete, replace or swap with a neighbour (Damerau-Levenshtein). */
function distance(a: string, b: string): number {
  let beforeLast: number[] = []
  let last = Array.from({ length: b.length + 1 }, (_, at) => at)
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let j = 1; j <= b.length; j++) {
      const isSame = a[i - 1] === b[j - 1]
      const isSwap = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      const least = Math.min(at(last, j) + 1, at(row, j - 1) + 1, at(last, j - 1) + (isSame ? 0 : 1))
      row.push(isSwap ? Math.min(least, at(beforeLast, j - 2) + 1) : least)
    }
    ;[beforeLast, last] = [last, row]
  }
  return at(last, b.length)
}

const at = (row: readonly number[], index: number): number => row[index] ?? Number.POSITIVE_INFINITY
