/** `api`: sends one request of the API, or those of all pages of a list, and prints the JSON of the response. */
import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import type { ApiClient, HttpVerb } from '../../client/api_client.ts'
import { PagedList, type ResultPage } from '../../client/paged_list.ts'
import type { RequestParts, ResponseBody } from '../../client/request.ts'
import type { CallSettings } from '../../config/call.ts'
import { CommandError, usageError } from '../../config/options.ts'
import type { Command, ProgramContext } from '../command.ts'
import { connect, credentialsFor, explained } from './credentials.ts'

const VERBS: readonly string[] = ['GET', 'POST', 'PUT', 'DELETE'] satisfies HttpVerb[]

export const api: Command = {
  words: 'api',
  doc: 'send request to API, and print response as JSON, such as api GET /users/me',
  options: ['field', 'paginate', 'fields', 'input', 'url', 'token'],
  operands: ['METHOD', 'PATH'],
  required: [],
  async main({ call, operands }, program) {
    const { method, path } = targetOf(operands, call)
    const parts = await partsOf(method, call, program)
    const credentials = credentialsFor(call, program)
    const client = connect(credentials, program)
    const body = await explained<unknown>(credentials, () =>
      call.paginates ? allPages(client, path, parts) : client.request(method, path, parts),
    )
    program.print(JSON.stringify(body, null, 2))
  },
}

/** The verb and the path. A path may be copied from a URL. */
function targetOf(
  [word = '', place = '']: readonly string[],
  { paginates }: CallSettings,
): { method: HttpVerb; path: string } {
  const method = word.toUpperCase()
  if (!VERBS.includes(method))
    throw usageError(`METHOD must be one of ${VERBS.join(', ')}, not ${JSON.stringify(word)}.`)
  if (paginates && method !== 'GET') throw usageError('--paginate reads a list: METHOD must be GET.')
  if (/^[a-z]+:\/\//i.test(place)) throw usageError('PATH must be a path such as /users/me; --url names the server.')
  const path = place.replace(/^\/?(?:api\/1\.0(?=\/))?\/?/, '/')
  return { method: method as HttpVerb, path }
}

/** The query and the data of the request. */
async function partsOf(method: HttpVerb, call: CallSettings, program: ProgramContext): Promise<RequestParts> {
  const { fields, input } = call
  const members = membersOf(call.members)
  const query = fields === undefined ? {} : { opt_fields: fields }
  if (method === 'GET' || method === 'DELETE') {
    if (input !== undefined) throw usageError(`--input is the body of POST and PUT, and ${method} has none.`)
    return { query: { ...query, ...members } }
  }
  const data =
    input === undefined
      ? {}
      : dataOf(input === '-' ? ((await program.readInput?.()) ?? '') : contentOf(input).toString())
  if (Object.keys(members).length > 0 && Array.isArray(data))
    throw usageError('--field adds to an object, and --input is a list.')
  return { query, data: Array.isArray(data) ? data : { ...data, ...members } }
}

/** `name=value` as members. */
const membersOf = (all: readonly string[]): Record<string, unknown> =>
  Object.fromEntries(
    all.map(text => {
      const at = text.indexOf('=')
      if (at < 1) throw usageError(`--field must be NAME=VALUE, not ${JSON.stringify(text)}.`)
      return [text.slice(0, at), memberValue(text.slice(0, at), text.slice(at + 1))]
    }),
  )

const WORDS: Record<string, unknown> = { true: true, false: false, null: null }

/** A value: a text, also if it has digits only, because gids are texts. */
function memberValue(name: string, text: string): unknown {
  if (Object.hasOwn(WORDS, text)) return WORDS[text]
  if (text.startsWith('@')) return new File([contentOf(text.slice(1))], basename(text.slice(1)))
  return /^[[{]/.test(text) ? parsed(text, `--field ${name}`) : text
}

function contentOf(path: string): Buffer<ArrayBuffer> {
  try {
    return readFileSync(path)
  } catch {
    throw new CommandError(`The file ${path} cannot be read.`)
  }
}

function parsed(text: string, source: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw usageError(`${source} is not JSON: ${error instanceof Error ? error.message : error}.`)
  }
}

/** The members of `data`, with or without that word around them. */
function dataOf(text: string): object {
  const body = parsed(text, '--input')
  const data = typeof body === 'object' && body !== null && 'data' in body ? body.data : body
  if (typeof data !== 'object' || data === null) throw usageError('--input must be a JSON object.')
  return data
}

/** The objects of all pages, as one response. */
async function allPages(client: ApiClient, path: string, { query }: RequestParts): Promise<ResponseBody> {
  const list = new PagedList(async ({ offset }) => {
    const page = { limit: 100, ...query, ...(offset !== undefined && { offset }) }
    const body = await client.request('GET', path, { query: page })
    if (!Array.isArray(body.data)) throw new CommandError(`${path} is not a list: leave --paginate out.`)
    return body as unknown as ResultPage<unknown>
  })
  return { data: await list.all() }
}
