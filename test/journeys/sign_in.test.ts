/** Signing in to the running program: by the link of the first start, by links that commands print, by e-mail. */
import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { folderFor, startProgram, workloom } from '../harness/program.ts'
import type { Json } from '../harness/world.ts'

const fromPage = { 'x-requested-with': 'workloom', 'content-type': 'application/json' }

async function post(url: string, path: string, data: Json, cookie = '', method = 'POST') {
  const body = JSON.stringify({ data })
  const response = await fetch(`${url}/-${path}`, { method, headers: { ...fromPage, cookie }, body })
  const answer = (await response.json()) as Json
  const [kept = ''] = response.headers.getSetCookie()
  return { status: response.status, data: answer.data as Json, cookie: kept.split(';')[0] ?? '' }
}

const use = (url: string, link: string) => post(url, '/sign_in/link', { link: link.split('#')[1] })

const printedLink = async (t: TestContext, args: string[], variables?: Record<string, string>) => {
  const { code, out, err } = await workloom(t, args, variables)
  assert.equal(code, 0, err)
  return /http\S+\/sign_in#[0-9a-f]{48}/.exec(out)?.[0] ?? ''
}

test('the administrator sets a password by the link of the first start, and it is valid after a restart', async t => {
  const folder = folderFor(t)
  const first = await startProgram(t, ['--data', folder])
  assert.ok(first.link.startsWith(`${first.url}/sign_in#`))
  const { status, data, cookie } = await use(first.url, first.link)
  assert.deepEqual([status, data.user.email, data.administers_installation], [200, 'admin@example.com', true])
  assert.equal((await use(first.url, first.link)).status, 401, 'once')
  const password = 'chosen at the first start'
  assert.equal((await post(first.url, '/password', { password }, cookie, 'PUT')).status, 200)
  await first.stop('SIGTERM')
  const second = await startProgram(t, ['--data', folder])
  assert.equal(second.link, '')
  assert.equal((await post(second.url, '/sign_in', { email: 'admin@example.com', password })).status, 200)
  const session = await fetch(`${second.url}/-/session`, { headers: { ...fromPage, cookie } })
  assert.equal(session.status, 200, 'a session outlives the process')
})

test('an operator creates a sign-in link while the server runs', async t => {
  const folder = folderFor(t)
  const server = await startProgram(t, ['--data', folder])
  const data = ['--data', folder]
  const link = await printedLink(t, ['sign-in-link', '--email', 'ADMIN@example.com', ...data])
  assert.ok(link.startsWith(`${server.url}/sign_in#`), link)
  assert.equal((await use(server.url, link)).status, 200)
  const outside = { WORKLOOM_PUBLIC_URL: 'https://tasks.example.com' }
  const other = await printedLink(t, ['setup', '--email', 'ben@example.com', ...data], outside)
  assert.match(other, /^https:\/\/tasks\.example\.com\/sign_in#/)
  assert.equal((await use(server.url, other)).data.user.email, 'ben@example.com')
  const unknownAddress = await workloom(t, ['sign-in-link', '--email', 'nobody@example.com', ...data])
  assert.deepEqual([unknownAddress.code, unknownAddress.out], [1, ''])
  assert.match(unknownAddress.err, /^workloom: No account has the e-mail address nobody@example\.com.*\.\n$/)
})

test('a requested sign-in link is printed on the output without a mail server, and never logged', async t => {
  const server = await startProgram(t, ['--memory'])
  assert.equal((await post(server.url, '/sign_in/forgot', { email: 'admin@example.com' })).status, 200)
  const { out, err } = await server.stop('SIGTERM')
  assert.match(out, /For admin@example\.com:.*\/sign_in#[0-9a-f]{48}/s)
  assert.equal(err, '')
})

test('a mail server that does not answer is logged, without the link', async t => {
  const server = await startProgram(t, ['--memory'], { WORKLOOM_SMTP_URL: 'smtp://127.0.0.1:1' })
  assert.equal((await post(server.url, '/sign_in/forgot', { email: 'admin@example.com' })).status, 200)
  const { out, err } = await server.stop('SIGTERM')
  assert.match(err, /ECONNREFUSED/)
  assert.doesNotMatch(err, /sign_in#/)
  assert.doesNotMatch(out, /For admin@example\.com/)
})
