/** E-mails about notifications: at once, as a digest, and never to people who do not want them. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { mentioning } from '../../../test/harness/inbox.ts'
import { ok } from '../../../test/harness/sample.ts'
import { signedIn } from '../../../test/harness/sign_in/console.ts'
import { type Json, world } from '../../../test/harness/world.ts'
import type { Email } from '../../identity/mail.ts'

const MINUTE_MS = 60_000

/** A world whose mail server takes e-mails, or refuses them while `isDown`. */
async function office(preferences: Json = {}) {
  const sent: Email[] = []
  const server = { isDown: false }
  const mail = async (email: Email) => {
    if (server.isDown) throw new Error('421 try again later')
    sent.push(email)
  }
  const all = await world({ mail })
  const visitor = await signedIn(all, all.ben)
  await ok(visitor.put('/preferences', preferences))
  /** The subjects of what is sent when time passes. */
  const after = async (ms: number) => {
    all.clock.now += ms
    await all.jobs.tick()
    return sent.splice(0).map(({ subject }) => subject)
  }
  const task = (name: string, more: Json = {}) =>
    all.ann.create('/tasks', { workspace: all.workspace, name, assignee: all.ben.gid, ...more })
  return { ...all, sent, server, visitor, after, task }
}

test('an e-mail is sent at once, in text and HTML, with a link and headers to unsubscribe', async () => {
  const { ann, workspace, task, jobs, sent, clock, ben } = await office()
  const gid = await task('Plan <b> & more')
  await jobs.tick()
  assert.deepEqual(
    sent.map(({ to, subject }) => [to.email, subject]),
    [['ben@example.com', 'Ann assigned a task to you: Plan <b> & more']],
  )
  clock.now += 2 * MINUTE_MS
  const story = await ann.create(`/tasks/${gid}/stories`, { html_text: mentioning('Look at <u>this</u>', ben) })
  await jobs.tick()
  const { subject, text, html = '', headers = {}, id } = sent[1] as Email
  assert.equal(subject, 'Ann mentioned you: Plan <b> & more')
  const link = `http://localhost/1/${workspace}/task/${gid}#${story}`
  assert.ok(text.includes(`Ann mentioned you:\nPlan <b> & more\n> Look at this @Ben\n\n${link}\n`), text)
  assert.ok(html.includes('Plan &#60;b&#62; &#38; more') && html.includes(`href="${link}"`), html)
  assert.doesNotMatch(html, /<img|<link|<script|url\(/)
  const [, address = ''] =
    /^<(http:\/\/localhost\/-\/unsubscribe\?[^>]+)>$/.exec(headers['List-Unsubscribe'] ?? '') ?? []
  assert.ok(address && text.includes(address))
  assert.equal(headers['List-Unsubscribe-Post'], 'List-Unsubscribe=One-Click')
  assert.match(id ?? '', /^\d+\.\d+\.\d+$/)
})

test('a person gets one e-mail in a minute, with everything that came meanwhile', async () => {
  const { task, after } = await office()
  await task('One')
  assert.deepEqual(await after(0), ['Ann assigned a task to you: One'])
  for (const name of ['Two', 'Three']) await task(name)
  assert.deepEqual(await after(1000), [])
  assert.deepEqual(await after(MINUTE_MS), ['2 notifications'])
  assert.deepEqual(await after(MINUTE_MS), [])
})

test('a digest is sent at its time of day, in the time zone of the person', async () => {
  const { task, sent, after, clock } = await office({ digest_at: '08:30', time_zone: 'Asia/Kolkata' })
  await task('One')
  await task('Two')
  assert.deepEqual(await after(1000), [])
  // It is 14:30 there, so that the next digest is that of tomorrow.
  clock.now = Date.UTC(2026, 0, 6, 2, 59)
  assert.deepEqual(await after(0), [])
  clock.now = Date.UTC(2026, 0, 6, 3, 0, 1)
  assert.deepEqual([await after(0), sent], [['2 notifications'], []])
})

test('nothing is lost while the mail server is down, and nothing is sent twice', async () => {
  const { task, server, after, logged } = await office()
  server.isDown = true
  await task('One')
  assert.deepEqual(await after(0), [])
  await task('Two')
  assert.deepEqual(await after(MINUTE_MS), [])
  assert.ok(logged.some(({ message, kind }) => message === 'A job failed.' && kind === 'send_notifications'))
  server.isDown = false
  assert.deepEqual(await after(60 * MINUTE_MS), ['2 notifications'])
  assert.deepEqual(await after(60 * MINUTE_MS), [])
})

test('an e-mail has only what the person can see when it is sent, and did not read before', async () => {
  const { ann, ben, workspace, task, server, after, visitor, sent, jobs, clock } = await office({
    notify: { added: { mail: true } },
  })
  server.isDown = true
  const project = await ann.create('/projects', { workspace, name: 'Secret', privacy_setting: 'private' })
  await ok(ann.post(`/projects/${project}/addMembers`, { members: [ben.gid] }))
  await task('Read')
  await task('Unread')
  assert.deepEqual(await after(0), [])
  const [, read] = (await ok(visitor.get(`/inbox?workspace=${workspace}&filter=assigned`))).body.data
  await ok(visitor.put(`/inbox/${read.gid}`, { read: true }))
  await ok(ann.post(`/projects/${project}/removeMembers`, { members: [ben.gid] }))
  server.isDown = false
  clock.now += 60 * MINUTE_MS
  await jobs.tick()
  assert.deepEqual(
    sent.map(({ subject }) => subject),
    ['Ann assigned a task to you: Unread'],
  )
  assert.ok(!sent[0]?.text.includes('Secret'))
})

test('a preference chooses e-mail by cause, independently of the inbox', async () => {
  const { ann, ben, workspace, task, after, visitor, store } = await office({
    notify: { assigned: { app: false, mail: false }, commented: { app: false, mail: true } },
  })
  const gid = await task('Plan', { followers: [ben.gid] })
  assert.deepEqual(await after(0), [])
  await ann.create(`/tasks/${gid}/stories`, { text: 'Now' })
  assert.deepEqual(await after(0), ['Ann commented: Plan'])
  assert.deepEqual((await ok(visitor.get(`/inbox?workspace=${workspace}`))).body.data, [])
  const left = await store.read.db.selectFrom('notification_mails').selectAll().execute()
  assert.deepEqual(left, [])
})

test('the link stops all e-mails without a session, and only when it is pressed', async () => {
  const { task, after, app, sent, jobs, visitor, clock } = await office({ digest_at: null })
  await task('One')
  await jobs.tick()
  const url = /unsubscribe\?\S+/.exec(sent.splice(0)[0]?.text ?? '')?.[0] ?? ''
  assert.ok(url)
  const page = await app.inject(`/-/${url}`)
  assert.match(page.payload, /<form method="post"><button>Stop e-mails<\/button><\/form>/)
  assert.match(String(page.headers['content-security-policy']), /default-src 'none'/)
  clock.now += 2 * MINUTE_MS
  await task('Two')
  assert.deepEqual(await after(0), ['Ann assigned a task to you: Two'], 'opening the page changes nothing')
  await task('Waits')
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  const payload = 'List-Unsubscribe=One-Click'
  const done = await app.inject({ method: 'POST', url: `/-/${url}`, headers, payload })
  assert.deepEqual([done.statusCode, /E-mails stopped/.test(done.payload)], [200, true])
  await task('Three')
  assert.deepEqual(await after(2 * MINUTE_MS), [])
  const { notify } = (await ok(visitor.get('/preferences'))).data
  assert.deepEqual([notify.assigned, notify.liked], [{ mail: false }, { mail: false }])
  for (const wrong of [url.replace(/u=\d/, 'u=9'), `${url}x`, 'unsubscribe', 'unsubscribe?u=1&t='])
    for (const method of ['GET', 'POST'] as const)
      assert.equal((await app.inject({ method, url: `/-/${wrong}` })).statusCode, 404)
})

test('without a mail server nothing waits', async () => {
  const all = await world()
  await all.ann.create('/tasks', { workspace: all.workspace, name: 'One', assignee: all.ben.gid })
  await all.jobs.tick()
  assert.deepEqual(await all.store.read.db.selectFrom('notification_mails').selectAll().execute(), [])
  assert.deepEqual(all.announced, [])
})
