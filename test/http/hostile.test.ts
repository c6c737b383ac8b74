/**
 * Hostile requests: the response is JSON and never a 500, a refused request changes nothing, and the program keeps
 * running.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { times } from '../harness/engine.ts'
import { makeProject } from '../harness/work.ts'
import { type Answer, type World, world } from '../harness/world.ts'

const BASE = '/api/1.0'

const tables = [
  'tasks',
  'tags',
  'task_memberships',
  'task_followers',
  'task_likes',
  'task_dependencies',
  'task_tags',
] as const

/** Everything that a request about tasks could change. */
async function everything({ store }: World): Promise<string> {
  const found: unknown[] = []
  for (const table of tables) found.push(await store.read.db.selectFrom(table).selectAll().execute())
  return JSON.stringify(found)
}

/** A response that is either a success or an error in the form of the API. */
function inOrder({ status, body, data }: Answer, what: string): boolean {
  assert.ok(status >= 200 && status < 500, `${what}: ${status} ${JSON.stringify(body)}`)
  if (status < 300) {
    assert.ok(data !== undefined, what)
    return true
  }
  assert.ok(status >= 400, what)
  assert.equal(typeof body.errors[0].message, 'string', what)
  assert.ok(body.errors[0].message.isWellFormed() && body.errors[0].message.length < 500, what)
  return false
}

async function start() {
  const home = await world()
  const { ann, send, workspace } = home
  const project = await makeProject(home, { members: [[ann, 'editor']] })
  const task = await ann.create('/tasks', { projects: [project.gid], name: 'A' })
  const bearer = { authorization: `Bearer ${ann.token}` }
  const call = (method: string, path: string, payload?: string | Buffer, headers: Record<string, string> = {}) =>
    send({
      method,
      url: BASE + path,
      headers: { ...bearer, ...headers },
      ...(payload === undefined ? {} : { payload }),
    })
  /** Sends a request, and checks that a refusal changed nothing. */
  const attempt = async (method: string, path: string, payload?: string | Buffer, headers = {}) => {
    const before = await everything(home)
    const answer = await call(method, path, payload, headers)
    const what = `${method} ${path.slice(0, 200)} ${String(payload).slice(0, 200)}`
    if (!inOrder(answer, what)) assert.equal(await everything(home), before, what)
    return answer
  }
  return { ...home, project, task, call, attempt, workspace }
}

const odd: unknown[] = [
  ...[
    null,
    true,
    false,
    0,
    -0,
    -1,
    1.5,
    1e308,
    -1e-308,
    2 ** 53,
    123,
    '',
    ' ',
    '0',
    '-1',
    '1.5',
    'null',
    'me',
    'external:',
  ],
  ...[
    '9'.repeat(16),
    '9'.repeat(400),
    '１２３',
    '٣',
    '💥',
    'a\0b',
    '\ud800',
    '\udfff\ud800',
    '\u202e',
    '<b>&amp;',
    '"\'`;--',
  ],
  ...[
    '__proto__',
    'constructor',
    'toString',
    'x'.repeat(70_000),
    '2026-01-01',
    '2026-13-45',
    '0000-00-00',
    '+275760-09-13',
  ],
  ...[
    '9999-12-31T23:59:59.999-23:59',
    '1000-01-01T00:00:00+23:59',
    '2026-01-01T00:00:00.999999999999Z',
    'now',
    'a@b',
    '@',
  ],
  ...[
    [],
    [[]],
    [null],
    [{}],
    ['1', ''],
    {},
    { gid: '1' },
    { gid: {} },
    { length: 3 },
    { toString: 1 },
    [['1']],
    ['me', 'me'],
  ],
  ...[JSON.parse('{"__proto__":{"gid":"1"}}'), { constructor: { prototype: {} } }, { project: 'x', section: [] }],
  ...[
    '<body>',
    '<body></body>',
    '<body><a/></body>',
    '<body>&x;</body>',
    '<!DOCTYPE x [<!ENTITY a "b">]><body>&a;</body>',
  ],
  `<body>${'<ul><li>'.repeat(5000)}`,
  Array.from({ length: 2000 }, (_, index) => String(index + 1)),
]

const fields = [
  ...['name', 'notes', 'html_notes', 'resource_subtype', 'approval_status', 'assignee', 'assignee_status', 'completed'],
  ...[
    'assignee_section',
    'due_on',
    'due_at',
    'start_on',
    'start_at',
    'external',
    'liked',
    'parent',
    'followers',
    'tags',
  ],
  ...[
    'projects',
    'memberships',
    'workspace',
    'gid',
    'resource_type',
    '__proto__',
    'constructor',
    'custom_fields',
    'data',
  ],
]

test('every field of a task withstands every kind of value', async () => {
  const { attempt, task, workspace } = await start()
  for (const field of fields) {
    for (const value of odd) {
      const data = `{"data":{${JSON.stringify(field)}:${JSON.stringify(value)}}}`
      await attempt('PUT', `/tasks/${task}`, data)
    }
    const some = odd.filter((_, index) => (index + field.length) % 4 === 0)
    for (const value of some) await attempt('POST', '/tasks', JSON.stringify({ data: { workspace, [field]: value } }))
  }
})

test('every action on a task withstands every kind of value', async () => {
  const { attempt, project, task } = await start()
  const actions: [string, string[]][] = [
    [`/tasks/${task}/addProject`, ['project', 'section', 'insert_before', 'insert_after']],
    [`/tasks/${task}/removeProject`, ['project']],
    [`/sections/${project.sections[0]}/addTask`, ['task', 'insert_before', 'insert_after']],
    [`/tasks/${task}/setParent`, ['parent', 'insert_before', 'insert_after']],
    [`/tasks/${task}/addTag`, ['tag']],
    [`/tasks/${task}/addFollowers`, ['followers']],
    [`/tasks/${task}/removeFollowers`, ['followers']],
    [`/tasks/${task}/addDependencies`, ['dependencies']],
    [`/tasks/${task}/addDependents`, ['dependents']],
  ]
  for (const [path, names] of actions) {
    for (const name of names) {
      for (const [index, value] of odd.entries()) {
        if (index % 2 === name.length % 2) continue
        const right = { project: project.gid, task, parent: null }
        await attempt('POST', path, JSON.stringify({ data: { ...right, [name]: value } }))
      }
    }
  }
})

test('paths and queries withstand every kind of text', async () => {
  const { attempt, project, task } = await start()
  const texts = odd.filter(value => typeof value === 'string' || typeof value === 'number').map(String)
  for (const text of texts.filter(one => one.length < 10_000)) {
    const safe = encodeURIComponent(text.toWellFormed())
    for (const path of [`/tasks/${safe}`, `/tasks/${safe}/subtasks`, `/users/${safe}`]) await attempt('GET', path)
    await attempt('DELETE', `/tasks/${safe}x`)
    const list = `/tasks?project=${project.gid}`
    const names = ['limit', 'offset', 'completed_since', 'modified_since', 'opt_fields', 'opt_expand', 'opt_pretty']
    for (const name of [...names, 'section', 'workspace', '__proto__', safe])
      await attempt('GET', `${list}&${name}=${safe}`)
    await attempt('GET', `/tasks?assignee=${safe}&workspace=${safe}`)
    await attempt('PUT', `/tasks/${task}?opt_fields=${safe}&opt_method=${safe}`, '{}')
  }
})

test('invalid addresses answer 404', async () => {
  const { attempt, task } = await start()
  const long = 'x'.repeat(100_000)
  const suffixes = [
    '%',
    '%zz',
    '%C3',
    '%ff%fe',
    '%00',
    '%2e%2e%2f',
    '%252e',
    '/',
    '//',
    ';x',
    '/../../etc/passwd',
    '\\',
    '?%',
    '?%ff=%zz',
  ]
  for (const end of [
    ...suffixes,
    '?a[b]=c',
    '?=&&=',
    long,
    `?${long}`,
    `?opt_fields=${long}`,
    `?opt_fields=${'a,'.repeat(50_000)}`,
  ]) {
    await attempt('GET', `/tasks/${task}${end}`)
    await attempt('GET', `/tasks${end}`)
  }
  for (const method of ['PATCH', 'TRACE', 'PROPFIND', 'SEARCH']) {
    assert.equal((await attempt(method, `/tasks/${task}`)).status, 404, method)
  }
})

test('an invalid body is refused completely', async () => {
  const { attempt, task } = await start()
  const deep = (open: string, close: string, depth = 20_000) => open.repeat(depth) + close.repeat(depth)
  const name = '{"data":{"name":"B"}}'
  const bodies: (string | Buffer)[] = [
    ...[
      '{',
      '[',
      '"',
      '{"data"}',
      "{'data':{}}",
      `${name}x`,
      'NaN',
      '-',
      '\0',
      '\ufeff{}',
      'undefined',
      '{"data":{},}',
    ],
    ...[deep('[', ']'), deep('{"data":', '}'), `{"data":{"external":${deep('{"gid":', '}')}}}`],
    `{"data":{"memberships":${deep('[', ']')}}}`,
    `{"data":{"html_notes":"<body>${deep('<em>', '</em>')}</body>"}}`,
    ...[Buffer.from([0xff, 0xfe, 0x7b]), Buffer.from('{"data":{"name":"é"}}', 'latin1'), Buffer.from(name, 'utf16le')],
    Buffer.from([0xed, 0xa0, 0x80]),
    `a${'[a]'.repeat(5000)}=1`,
    `${'a=1&'.repeat(20_000)}`,
  ]
  const types = ['application/json', 'application/x-www-form-urlencoded', 'text/plain', 'multipart/form-data']
  for (const payload of bodies) {
    for (const type of types) await attempt('PUT', `/tasks/${task}`, payload, { 'content-type': type })
  }
  for (const size of [1024 * 1024 + 1, 10_000_000]) {
    const answer = await attempt('PUT', `/tasks/${task}`, Buffer.alloc(size, 32))
    assert.deepEqual([answer.status, answer.message], [413, 'The request is too large. Send less than 1 MB.'])
  }
})

test('odd headers do no harm', async () => {
  const { attempt, task } = await start()
  const headers: [string, string][] = [
    ...[
      '',
      ';;;',
      'x',
      'application/json; charset=utf-16',
      '/',
      'a'.repeat(5000),
      'multipart/form-data; boundary=',
    ].map((value): [string, string] => ['content-type', value]),
    ...['gzip', 'br', 'deflate', 'unknown', 'gzip, gzip', ''].map((value): [string, string] => [
      'content-encoding',
      value,
    ]),
    ...['5', '-1', 'x', '99999999999'].map((value): [string, string] => ['content-length', value]),
    ...['', 'Bearer', 'Basic', 'Basic ====', `Bearer ${'x'.repeat(5000)}`, 'Bearer a b c', '\u00ff'].map(
      (value): [string, string] => ['authorization', value],
    ),
    ...['', 'evil"host', 'a'.repeat(3000), '[::1', 'x y'].map((value): [string, string] => ['host', value]),
    ...([
      ['accept-encoding', 'x;q=9,gzip;q=-1'],
      ['accept-version', '9'],
      ['x-forwarded-proto', 'javascript'],
      ['expect', 'x'],
    ] as [string, string][]),
    ...([
      ['x-http-method-override', 'DELETE'],
      ['cookie', 'ticket=1'],
      ['range', 'bytes=0-0'],
      ['if-match', '*'],
    ] as [string, string][]),
  ]
  for (const [name, value] of headers) {
    await attempt('GET', `/tasks/${task}`, undefined, { [name]: value })
    await attempt('PUT', `/tasks/${task}`, '{"data":{}}', { [name]: value })
  }
})

test('a request with any values, any query and any path is answered', async () => {
  const { attempt, task, project } = await start()
  const value = fc.oneof(
    fc.constantFrom(...odd.filter(one => JSON.stringify(one).length < 1000)),
    fc.jsonValue({ maxDepth: 3 }),
    fc.string({ unit: 'grapheme' }),
    fc.constantFrom(task, project.gid, project.sections[0], 'me'),
  )
  const body = fc.dictionary(fc.constantFrom(...fields, 'section', 'insert_before', 'task', 'project'), value, {
    maxKeys: 5,
  })
  const paths = [
    `/tasks/${task}`,
    `/tasks/${task}/setParent`,
    `/tasks/${task}/addProject`,
    '/tasks',
    `/tasks/${task}/subtasks`,
  ]
  const write = fc.tuple(fc.constantFrom('PUT', 'POST', 'DELETE', 'PATCH'), fc.constantFrom(...paths), body)
  await fc.assert(
    fc.asyncProperty(write, async ([method, path, data]) => {
      if (method === 'DELETE') return
      await attempt(method, path, JSON.stringify({ data }))
    }),
    { numRuns: times(300) },
  )
  const text = fc.string({ unit: 'grapheme', maxLength: 30 }).map(one => encodeURIComponent(one.toWellFormed()))
  const segment = fc.oneof(text, fc.constantFrom('tasks', task, 'sections', 'subtasks', 'users', 'me', '%', '..', ''))
  const name = fc.oneof(
    text,
    fc.constantFrom('limit', 'offset', 'opt_fields', 'project', 'assignee', 'workspace', 'tag'),
  )
  const query = fc.array(
    fc.tuple(name, text).map(pair => pair.join('=')),
    { maxLength: 4 },
  )
  // Two levels up the path leaves the API and reaches other routes of the program.
  const path = fc.array(segment, { maxLength: 4 }).filter(all => all.filter(one => one === '..').length < 2)
  await fc.assert(
    fc.asyncProperty(path, query, async (segments, pairs) => {
      await attempt('GET', `/${segments.join('/')}?${pairs.join('&')}`)
    }),
    { numRuns: times(300) },
  )
})
