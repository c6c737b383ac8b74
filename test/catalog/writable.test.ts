/** Every field that an operation takes reads back as it was written, for each value that it may have. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Field } from '../../src/vocabulary/field.ts'
import type { Operation } from '../../src/vocabulary/operation.ts'
import { catalog, ok, sample, sampleOf, send } from '../harness/sample.ts'
import type { Json } from '../harness/world.ts'

// Every write makes an object of its own, where its type can be made: one world is enough.
const all = await sample()
const { the } = all
const places = await ok(all.ann.get(`/projects/${the.user_task_list}/sections`))
const mine: string = places.data[1].gid

/** What else must be sent with a field, so that it makes sense. */
const WITH: Record<string, Json> = {
  'task.projects': { workspace: the.workspace },
  'task.start_on': { due_on: '2026-03-09' },
  'task.start_at': { due_at: '2026-03-09T00:00:00.000Z' },
  'task.approval_status': { resource_subtype: 'approval' },
  'task.assignee_status': { assignee: 'me' },
  'task.assignee_section': { assignee: 'me' },
  'project.start_on': { due_on: '2026-03-09' },
  'project.privacy_setting': { team: the.team },
  'story.html_text': { text: undefined },
}

/** What must be shown of a field after it was sent. */
type Pair = [sent: unknown, shown: unknown]

let keys = 0
/** A key of one's own names one task. */
const external = () => ({ gid: `key ${++keys}`, data: 'some data' })
const ids = { project: the.project, section: the.section }
const bare = (gid: unknown) => ({ gid })
const me = bare(all.ann.gid)

/** What fits where the values of the kind do not, or what is shown where it is not what was sent. */
const PAIRS: Record<string, () => Pair[]> = {
  'project.color': () => [
    ['light-green', 'light-green'],
    // wire: the contract's way to say that there is none
    ['none', null],
    [null, null],
  ],
  // Whoever makes something follows it.
  'project.followers': () => [
    [[all.ben.gid], [me, bare(all.ben.gid)]],
    [[], [me]],
  ],
  'task.followers': () => [
    [[all.ben.gid], [me, bare(all.ben.gid)]],
    [[], [me]],
  ],
  // Nobody can take a task out of My Tasks but by assigning it to somebody else.
  'task.assignee_section': () => [[mine, bare(mine)]],
  'task.memberships': () => [[[ids], [{ project: bare(ids.project), section: bare(ids.section) }]]],
}

/** Fields that do not read back, by type or operation, with the reason. The list only shrinks. */
const EXCEPT: Record<string, string> = {
  'createSubtaskForTask.parent': 'the path says of which task it is a part',
  'createSubtaskForTask.projects': 'a subtask is in no project until it is added to one',
  'createSubtaskForTask.memberships': 'a subtask is in no project until it is added to one',
}

function pairs(key: string, field: Field): Pair[] {
  const known = PAIRS[key]
  if (known) return known()
  const own = valuesOf(field).map((value): Pair => [value, shownOf(field, value)])
  return field.nullable ? [...own, [null, null]] : own
}

function valuesOf({ kind, values = [], types: [type] = [] }: Field): unknown[] {
  switch (kind) {
    case 'flag':
      return [true, false]
    case 'number':
      return [1, 0, 2.5]
    case 'date':
      return ['2026-03-04']
    case 'timestamp':
      return ['2026-03-04T05:06:07.000Z']
    case 'oneOf':
      return [...values]
    case 'json':
      return [external()]
    case 'one':
    case 'any':
      return type ? [the[type]] : []
    case 'many':
      return type ? [[the[type]], []] : []
    case 'computed':
      return ['<body>Sample</body>']
    default:
      return ['Sample', 'ünï\ncödé 🦉']
  }
}

function shownOf({ kind }: Field, value: unknown): unknown {
  if (kind === 'one' || kind === 'any') return bare(value)
  return kind === 'many' ? (value as unknown[]).map(bare) : value
}

/** References are compared by what they name, lists whatever their order. */
function plain(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plain).sort((a, b) => JSON.stringify(a).localeCompare(JSON.stringify(b)))
  if (typeof value !== 'object' || value === null) return value
  if ('resource_type' in value && 'gid' in value) return bare(value.gid)
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, plain(one)]))
}

const show = (type: string) => {
  const found = catalog.operations.find(
    one => one.method === 'GET' && one.path.replace(/^\/\w+/, '') === `/{${type}_gid}`,
  )
  assert.ok(found)
  return found
}

/** What a change is made to: an object of its own where the type can be made. */
async function target({ type }: Operation): Promise<Record<string, string>> {
  const maker = catalog.operations.find(one => one.status === 201 && one.type === type)
  if (!maker) return {}
  const { data } = await ok(send(all, all.ann, maker, await sampleOf(all, maker)))
  return { [`${type}_gid`]: data.gid }
}

async function writeAndRead(operation: Operation, body: Json, name: string): Promise<unknown> {
  const sent = await sampleOf(all, operation)
  const own = operation.method === 'PUT' ? await target(operation) : {}
  const path = { ...sent.path, ...own }
  const { status, data, message } = await send(all, all.ann, operation, {
    ...sent,
    path,
    body: { ...sent.body, ...body },
  })
  assert.equal(status, operation.status, `${JSON.stringify(body)} answered ${status}: ${message}`)
  const shown = show(operation.type)
  const at = { path: { [`${operation.type}_gid`]: data.gid }, query: { opt_fields: name } }
  return (await ok(send(all, all.ann, shown, at))).data[name]
}

const writing = catalog.operations.filter(
  ({ method, status, answers }) => answers === 'record' && (method === 'PUT' || status === 201),
)

for (const operation of writing) {
  test(`what ${operation.id} takes reads back`, async () => {
    for (const [name, field] of Object.entries(operation.body)) {
      const key = `${operation.type}.${name}`
      // What is no field of the type says something of its place, not of the object.
      if (EXCEPT[`${operation.id}.${name}`] || !catalog.resource(operation.type).fields[name]) continue
      // A container that the path names is not the body's to choose.
      if (operation.path.includes(`{${name}_gid}`)) continue
      for (const [value, expected] of pairs(key, field)) {
        const shown = await writeAndRead(operation, { ...WITH[key], [name]: value }, name)
        const wanted = expected === null && field.sparse ? undefined : plain(expected)
        assert.deepEqual(plain(shown), wanted, `${name}: ${JSON.stringify(value)}`)
      }
    }
  })
}

for (const operation of writing.filter(({ status }) => status === 201)) {
  test(`what ${operation.id} makes is where its answer says`, async () => {
    const made = await ok(send(all, all.ann, operation, await sampleOf(all, operation)))
    const path = made.headers.location?.replace('/api/1.0', '') ?? ''
    assert.deepEqual((await ok(all.ann.get(path))).data, made.data)
  })
}
