/**
 * A list of tasks by hand: the statements that the program runs for the request, on prepared statements, and plain
 * code that builds the same JSON. What somebody would write who has this one request to serve and no other.
 *
 * The last two statements are the page and its objects; those before decide whether the caller may see it.
 */
import { hash } from 'node:crypto'
import { createServer, type IncomingMessage, type OutgoingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { serve, told } from './child.ts'
import { gauge } from './gauge.ts'
import type { Traced } from './trace.ts'

export interface ByHand {
  folder: string
  statements: Traced[]
  headers: OutgoingHttpHeaders
  form: keyof typeof forms
}

type Row = [gid: number, ...rest: unknown[]]
type Linked = [gid: number, name: string]
type Nested = [
  gid: number,
  name: string,
  completed: number,
  due: string | null,
  assignee: [gid: number, name: string, email: string] | null,
  followers: Linked[],
  memberships: [project: Linked, section: Linked][],
  parent: Linked | null,
  tags: Linked[],
  workspace: Linked,
]

const compact = ([gid, name, subtype]: [gid: number, name: string, subtype: string]) => ({
  gid: String(gid),
  resource_type: 'task',
  name,
  resource_subtype: subtype,
})

const named = ([gid, name]: Linked) => ({ gid: String(gid), name })

const inOrder = (list: Linked[]) => list.sort((a, b) => a[0] - b[0]).map(named)

function nested(row: Nested) {
  const [gid, name, completed, due, assignee, followers, memberships, parent, tags, workspace] = row
  return {
    gid: String(gid),
    name,
    completed: completed === 1,
    due_on: due,
    assignee: assignee && { gid: String(assignee[0]), name: assignee[1], email: assignee[2] },
    followers: inOrder(followers),
    memberships: memberships
      .sort((a, b) => a[0][0] - b[0][0])
      .map(([project, section]) => ({ project: named(project), section: named(section) })),
    parent: parent && named(parent),
    projects: memberships.map(([project]) => named(project)),
    tags: inOrder(tags),
    workspace: named(workspace),
  }
}

const forms = { compact, nested } as const

const { folder, statements, headers, form } = await told<ByHand>()
const database = new DatabaseSync(join(folder, 'workloom.db'), { readOnly: true })
database.exec('pragma cache_size = -65536; pragma mmap_size = 268435456; pragma temp_store = memory')

// The program reads a request's statements in one transaction; so does this.
const [begin, commit] = [database.prepare('begin'), database.prepare('commit')]
const reads = statements.filter(({ call }) => call !== 'run')
const prepared = reads.map(({ sql, parameters, call }) => ({ statement: database.prepare(sql), parameters, call }))
const objects = prepared.pop()
const page = prepared.pop()
if (!objects || !page) throw new Error('The program did not run a page and its objects.')
const shape = forms[form] as (row: never) => object
const wanted = objects.parameters.findIndex(value => typeof value === 'string' && value.startsWith('['))

function answer(request: IncomingMessage): string {
  const token = hash('sha256', request.headers.authorization?.slice('Bearer '.length) ?? '')
  begin.run()
  for (const { statement, parameters, call } of prepared) {
    const given = parameters.length === 1 ? [token] : parameters
    if (call === 'get') statement.get(...given)
    else statement.all(...given)
  }
  const gids = page?.statement.all(...page.parameters).map(({ gid }) => gid as number) ?? []
  const rows = new Map<number, Row>()
  const set = JSON.stringify(gids)
  const found = objects?.statement.get(...objects.parameters.with(wanted, set))
  commit.run()
  for (const row of JSON.parse(found?.row as string) as Row[]) rows.set(row[0], row)
  const data = gids.flatMap(gid => {
    const row = rows.get(gid)
    return row ? [shape(row as never)] : []
  })
  return JSON.stringify({ data, next_page: null })
}

const server = createServer((request, response) => {
  const body = answer(request)
  response.writeHead(200, headers)
  response.end(body)
})
server.listen(0, '127.0.0.1', () => serve({ port: (server.address() as AddressInfo).port }, gauge))
