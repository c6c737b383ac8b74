/** Which recorded requests a client asks for. */
import { malformed } from '../../lib/errors.ts'
import { globPattern } from './glob.ts'
import type { RequestEntry } from './log.ts'

const NAMES = ['operation', 'method', 'path', 'status', 'token', 'user', 'fault', 'since', 'limit', 'offset', 'count']

const DEFAULT_LIMIT = 1000

/** What names in a filter can mean. */
export interface FilterWords {
  gids: Readonly<Record<string, string>>
  /** The gids of the tokens of the seed, by key or text. */
  tokenGid(name: string): Promise<string | undefined>
}

/** The entries that match a query, and whether only their number is wanted. Throws 400. */
export async function filtered(
  entries: readonly RequestEntry[],
  query: URLSearchParams,
  words: FilterWords,
): Promise<{ found: RequestEntry[]; isCount: boolean }> {
  const unknown = [...query.keys()].find(name => !NAMES.includes(name))
  if (unknown !== undefined) throw malformed(`${unknown}: Unknown parameter. Known are ${NAMES.join(', ')}.`)
  const [since, limit, offset] = [number(query, 'since'), number(query, 'limit'), number(query, 'offset')]
  const isMatch = matcherOf(query)
  const found = entries.filter(entry => (since === undefined || entry.id > since) && isMatch(entry))
  const own = await ofCaller(found, query, words)
  const isCount = ['1', 'true'].includes(query.get('count') ?? '')
  const from = offset ?? 0
  return { found: isCount ? own : own.slice(from, from + (limit ?? DEFAULT_LIMIT)), isCount }
}

function number(query: URLSearchParams, name: string): number | undefined {
  const text = query.get(name)
  if (text === null || /^\d{1,15}$/.test(text)) return text === null ? undefined : Number(text)
  throw malformed(`${name}: It must be a number.`)
}

function matcherOf(query: URLSearchParams): (entry: RequestEntry) => boolean {
  const [operation, method, fault] = [query.get('operation'), query.get('method')?.toUpperCase(), query.get('fault')]
  const path = query.get('path')
  const pattern = path === null ? undefined : globPattern(path)
  const isStatus = statusMatcher(query.get('status'))
  return entry =>
    (operation === null || operation.split(',').includes(entry.operation ?? '')) &&
    (method === undefined || entry.method === method) &&
    (pattern === undefined || pattern.test(entry.path) || pattern.test(entry.path.replace(/^\/api\/1\.0/, ''))) &&
    isStatus(entry.status) &&
    (fault === null || (fault === '*' ? entry.faults.length > 0 : entry.faults.includes(fault)))
}

function statusMatcher(text: string | null): (status: number | null) => boolean {
  if (text === null) return () => true
  if (/^[1-5]\d\d$/.test(text)) return status => status === Number(text)
  if (/^[1-5]xx$/i.test(text)) return status => String(status)[0] === text[0]
  if (text === 'none') return status => status === null
  throw malformed('status: It must be a status such as 201, a class such as 4xx, or none.')
}

async function ofCaller(entries: RequestEntry[], query: URLSearchParams, words: FilterWords): Promise<RequestEntry[]> {
  const [token, user] = [query.get('token'), query.get('user')]
  if (token === null && user === null) return entries
  const tokenGid = token === null ? null : ((await words.tokenGid(token)) ?? token)
  const userGid = user !== null && Object.hasOwn(words.gids, user) ? words.gids[user] : user
  const callers = await Promise.all(entries.map(({ caller }) => caller))
  return entries.filter((_entry, index) => {
    const caller = callers[index]
    return (tokenGid === null || caller?.token.gid === tokenGid) && (userGid === null || caller?.user === userGid)
  })
}
