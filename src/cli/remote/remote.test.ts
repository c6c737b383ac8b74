/** The commands that call a server: `login`, `whoami` and `api`, on a world that listens. */
import assert from 'node:assert/strict'
import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { runCommand } from '../../../test/harness/cli/run_command.ts'
import { listeningWorld } from '../../../test/harness/clients/listening.ts'
import { folderFor } from '../../../test/harness/program.ts'

const made = await listeningWorld()
const { ann, origin: url, workspace } = made
const folder = folderFor({ after })
const variables = { HOME: folder, WORKLOOM_URL: url, WORKLOOM_TOKEN: ann.token }

/** Runs `api` as Ann, and returns the JSON that it prints. */
async function api(...words: string[]) {
  const { code, out, err } = await runCommand(['api', ...words], variables)
  assert.deepEqual([code, err], [0, ''])
  return JSON.parse(out)
}

/** The error of a command: its exit code and the sentence. */
async function refusal(words: string[], given: Record<string, string> = variables, input = '') {
  const { code, out, err } = await runCommand(words, given, input)
  assert.equal(out, '')
  return [code, err.trim()]
}

const project = await ann.create('/projects', { workspace, name: 'Launch' })

test('login checks the token and stores it in a file that only its owner can read', async t => {
  const home = folderFor(t)
  const path = join(home, '.config/workloom/login.json')
  for (const args of [['--token', ann.token], []]) {
    const { code, out } = await runCommand(['login', '--url', url, ...args], { HOME: home }, `${ann.token}\n`)
    assert.deepEqual([code, out], [0, `Logged in to ${url} as Ann; stored in ${path}.\n`])
    assert.deepEqual(JSON.parse(readFileSync(path, 'utf8')), { url, token: ann.token })
    if (process.platform !== 'win32') assert.equal(statSync(path).mode & 0o777, 0o600)
  }
  const { out } = await runCommand(['whoami'], { HOME: home })
  assert.match(
    out,
    new RegExp(`^server +${url}\nperson +Ann <ann@example.com> \\(${ann.gid}\\)\nworkspace +Example \\(`),
  )
  assert.equal(JSON.parse((await runCommand(['whoami', '--json'], { HOME: home })).out).gid, ann.gid)
})

test('login stores nothing when the server refuses the token', async t => {
  const home = folderFor(t)
  const [code, text] = await refusal(['login', '--url', url, '--token', 'wrong-token'], { HOME: home })
  assert.equal(code, 1)
  assert.match(String(text), /Not Authorized \(401\)\. Run workloom login with a valid token\. See http/)
  assert.match(
    String((await refusal(['whoami'], { HOME: home }))[1]),
    /No server is known: run workloom login --url URL/,
  )
})

test('the token of the file is sent to no other server', async t => {
  const home = folderFor(t)
  await runCommand(['login', '--url', url, '--token', ann.token], { HOME: home })
  const other = ['api', 'GET', '/users/me', '--url', 'http://example.com']
  const expected =
    'workloom: No token is known for http://example.com: run workloom login --url http://example.com, or set WORKLOOM_TOKEN.'
  assert.deepEqual(await refusal(other, { HOME: home }), [1, expected])
})

test('variables take precedence over the file, and options over variables', async t => {
  const home = folderFor(t)
  await runCommand(['login', '--url', url, '--token', made.ben.token], { HOME: home })
  const gid = async (given: Record<string, string>, ...words: string[]) =>
    JSON.parse((await runCommand(['whoami', '--json', ...words], { HOME: home, ...given })).out).gid
  assert.equal(await gid({}), made.ben.gid)
  assert.equal(await gid({ WORKLOOM_TOKEN: ann.token }), ann.gid)
  assert.equal(await gid({ WORKLOOM_TOKEN: ann.token }, '--token', made.ben.token), made.ben.gid)
})

test('api reads an object with fields, in both spellings of a path', async () => {
  for (const path of ['/users/me', 'users/me', '/api/1.0/users/me', 'api/1.0/users/me']) {
    assert.deepEqual(await api('get', path, '--fields', 'name'), { data: { gid: ann.gid, name: 'Ann' } })
  }
})

test('api sends -f as a query when it reads, and as members when it writes', async () => {
  const members = ['-f', 'name=a = b', '-f', `projects=["${project}"]`, '-f', 'completed=true', '-f', 'due_on=null']
  const { data } = await api('POST', '/tasks', ...members, '--fields', 'name,completed,projects.name')
  assert.deepEqual([data.name, data.completed, data.projects[0].name], ['a = b', true, 'Launch'])
  const { data: digits } = await api('PUT', `/tasks/${data.gid}`, '-f', 'name=2026')
  assert.equal(digits.name, '2026')
  const found = await api('GET', '/tasks', '-f', `project=${project}`, '-f', 'limit=1')
  assert.deepEqual(found.data[0].gid, data.gid)
  assert.deepEqual(await api('DELETE', `/tasks/${data.gid}`), { data: {} })
})

test('api uploads a file', async t => {
  const path = join(folderFor(t), 'plan.txt')
  writeFileSync(path, 'a plan')
  const task = await ann.create('/tasks', { workspace, name: 'With a file' })
  const { data } = await api('POST', `/tasks/${task}/attachments`, '-f', `file=@${path}`, '--fields', 'name,size')
  assert.deepEqual([data.name, data.size], ['plan.txt', 6])
})

test('api sends a body from a file or from standard input, with or without data', async t => {
  const path = join(folderFor(t), 'task.json')
  for (const body of [{ name: 'x', workspace }, { data: { name: 'x', workspace } }]) {
    writeFileSync(path, JSON.stringify(body))
    assert.equal((await api('POST', '/tasks', '--input', path, '-f', 'notes=y')).data.notes, 'y')
    const piped = await runCommand(['api', 'POST', '/tasks', '--input', '-'], variables, JSON.stringify(body))
    assert.equal(JSON.parse(piped.out).data.name, 'x')
  }
})

test('api prints all pages of a list as one', async () => {
  const many = await ann.create('/projects', { workspace, name: 'Many' })
  for (let count = 0; count < 7; count++) await ann.create('/tasks', { name: `${count}`, projects: [many] })
  const { data } = await api(
    'GET',
    '/tasks',
    '-f',
    `project=${many}`,
    '-f',
    'limit=3',
    '--paginate',
    '--fields',
    'name',
  )
  assert.deepEqual(
    data.map(({ name }: { name: string }) => name),
    ['6', '5', '4', '3', '2', '1', '0'],
  )
})

test('an error says what failed and what to do next', async () => {
  const [code, text] = await refusal(['api', 'GET', '/tasks/1'])
  assert.equal(code, 1)
  assert.match(
    String(text),
    /^workloom: GET \/tasks\/1: .* \(404\)\. Check the path and the gid; .* missing\. See http\S+$/,
  )
  const nowhere = ['api', 'GET', '/users/me', '--url', 'http://127.0.0.1:1']
  assert.match(
    String((await refusal(nowhere))[1]),
    /The connection failed: .*\. Check the URL, and that the server runs\. The URL is/,
  )
})

for (const [words, expected] of [
  [['api', 'GET'], 'The command takes METHOD PATH, and got 1; see --help.'],
  [['api', 'PATCH', '/tasks'], 'METHOD must be one of GET, POST, PUT, DELETE, not "PATCH".'],
  [['api', 'GET', 'http://example.com/users/me'], 'PATH must be a path such as /users/me; --url names the server.'],
  [['api', 'POST', '/tasks', '--paginate'], '--paginate reads a list: METHOD must be GET.'],
  [['api', 'GET', '/tasks', '--input', 'x'], '--input is the body of POST and PUT, and GET has none.'],
  [['api', 'POST', '/tasks', '-f', 'name'], '--field must be NAME=VALUE, not "name".'],
  [['api', 'POST', '/tasks', '-f', 'projects=[1'], /^workloom: --field projects is not JSON: /],
  [['whoami', 'now'], "Unexpected argument 'now'; see --help."],
  [['whoami', '--url', 'localhost'], /must be a URL such as https:\/\/tasks.example.com, not "localhost"/],
  [['login'], 'login needs --url URL. Run workloom login --help for all options.'],
] as const) {
  test(`${words.join(' ')} is refused`, async () => {
    const [code, text] = await refusal([...words], { HOME: folder, WORKLOOM_TOKEN: ann.token })
    assert.equal(code, 2)
    if (typeof expected === 'string') assert.equal(text, `workloom: ${expected}`)
    else assert.match(String(text), expected)
  })
}

test('a list is needed for --paginate, and a readable file for --input', async () => {
  assert.deepEqual(await refusal(['api', 'GET', '/users/me', '--paginate']), [
    1,
    'workloom: /users/me is not a list: leave --paginate out.',
  ])
  assert.deepEqual(await refusal(['api', 'POST', '/tasks', '--input', '/none']), [
    1,
    'workloom: The file /none cannot be read.',
  ])
})
