/**
 * A list of tasks by hand: the statements that the program runs for the request, on prepared statements, and plain
 * code that builds the same JSON. What somebody would write who has this one request to serve and no other.
 *
 * A page and its objects follow each other; what comes before decides whether the caller may see them, and what comes
 * behind belongs to the values of the objects.
 */
import { hash } from 'node:crypto'
import { createServer, type IncomingMessage, type OutgoingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { type Brief, briefs, type FieldsRow, listsOf, namesOf, setsOf, taskOfFields } from './by_hand_fields.ts'
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

/** The same with custom fields behind the assignee. */
type Everything = [
  gid: number,
  name: string,
  completed: number,
  due: string | null,
  assignee: Nested[4],
  fields: Brief[],
  ...Rest,
]

type Rest = [followers: Nested[5], memberships: Nested[6], parent: Linked | null, tags: Linked[], workspace: Linked]

/** `fields` is nothing where they were not asked for, and then it is not in the text either. */
function nested(row: Nested, fields?: object[]) {
  const [gid, name, completed, due, assignee, followers, memberships, parent, tags, workspace] = row
  return {
    gid: String(gid),
    name,
    completed: completed === 1,
    due_on: due,
    assignee: assignee && { gid: String(assignee[0]), name: assignee[1], email: assignee[2] },
    custom_fields: fields,
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

/** Shows the rows; `run` answers the statements behind the objects, each with a set of gids. */
type Form = (rows: Row[], run: (sets: number[][]) => Found[][]) => object[]
type Found = Record<string, unknown>

const forms = {
  compact: rows => (rows as Parameters<typeof compact>[0][]).map(compact),
  nested: rows => (rows as Nested[]).map(row => nested(row)),
  everything(rows, run) {
    const all = rows as Everything[]
    const names = namesOf(run([listsOf(all.map(row => row[5]))]).at(-1) ?? [])
    return all.map(([gid, name, completed, due, assignee, fields, ...rest]) =>
      nested([gid, name, completed, due, assignee, ...rest], briefs(fields, names)),
    )
  },
  fields(rows, run) {
    const names = namesOf(run(setsOf(rows as FieldsRow[], later.length)).at(-1) ?? [])
    return (rows as FieldsRow[]).map(row => taskOfFields(row, names))
  },
} satisfies Record<string, Form>

const { folder, statements, headers, form } = await told<ByHand>()
const database = new DatabaseSync(join(folder, 'workloom.db'), { readOnly: true })
database.exec('pragma cache_size = -65536; pragma mmap_size = 268435456; pragma temp_store = memory')

// The program reads a request's statements in one transaction; so does this.
const [begin, commit] = [database.prepare('begin'), database.prepare('commit')]
const prepared = statements
  .filter(({ call }) => call !== 'run')
  .map(({ sql, parameters, call }) => ({ statement: database.prepare(sql), sql, parameters, call }))
const at = prepared.findIndex(({ sql }) => sql.includes(' as "row"'))
const [earlier, page, objects, later] = [
  prepared.slice(0, at - 1),
  prepared[at - 1],
  prepared[at],
  prepared.slice(at + 1),
]
if (!objects || !page) throw new Error('The program did not run a page and its objects.')
const show: Form = forms[form]

/** What was bound, with another set of gids. */
function among({ parameters }: { parameters: Traced['parameters'] }, gids: number[]) {
  const set = parameters.findIndex(value => typeof value === 'string' && value.startsWith('['))
  return parameters.with(set, JSON.stringify(gids))
}

const run = (sets: number[][]): Found[][] =>
  later.map((one, index) => one.statement.all(...among(one, sets[index] ?? [])))

function answer(request: IncomingMessage): string {
  const token = hash('sha256', request.headers.authorization?.slice('Bearer '.length) ?? '')
  begin.run()
  for (const { statement, parameters, call } of earlier) {
    const given = parameters.length === 1 ? [token] : parameters
    if (call === 'get') statement.get(...given)
    else statement.all(...given)
  }
  const gids = page?.statement.all(...page.parameters).map(({ gid }) => gid as number) ?? []
  const found = objects?.statement.get(...among(objects, gids))
  const rows = new Map<number, Row>()
  for (const row of JSON.parse(found?.row as string) as Row[]) rows.set(row[0], row)
  const data = show(
    gids.map(gid => rows.get(gid)).filter(row => row !== undefined),
    run,
  )
  commit.run()
  return JSON.stringify({ data, next_page: null })
}

const server = createServer((request, response) => {
  const body = answer(request)
  response.writeHead(200, headers)
  response.end(body)
})
server.listen(0, '127.0.0.1', () => serve({ port: (server.address() as AddressInfo).port }, gauge))
