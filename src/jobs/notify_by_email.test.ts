/** Notifications by e-mail, and in the log for users without e-mail. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { receiver } from '../../test/harness/receiver.ts'
import { ok } from '../../test/harness/sample.ts'
import { setActive } from '../../test/harness/work.ts'
import { type Person, type World, world } from '../../test/harness/world.ts'
import type { Email } from '../identity/mail.ts'
import { createWebhookClient } from './webhook_client.ts'

/** Creates a webhook of a user, whose target confirms it and then answers 410. */
async function webhookOf(all: World, who: Person): Promise<{ gid: string; host: string }> {
  const target = await receiver()
  const project = await who.create('/projects', { name: 'P', workspace: all.workspace, privacy_setting: 'private' })
  const { data } = await ok(who.post('/webhooks', { resource: project, target: target.url }))
  target.behave = response => response.writeHead(410).end()
  return { gid: data.gid, host: new URL(target.url).host }
}

const post = createWebhookClient({ allowPrivate: true })

test('a notification goes to the mail server, and is not printed', async () => {
  const sent: Email[] = []
  const all = await world({ post, mail: async email => void sent.push(email) })
  const { gid, host } = await webhookOf(all, all.ben)
  await all.jobs.tick()
  const [email, ...rest] = sent
  assert.deepEqual(rest, [])
  assert.deepEqual(email?.to.email, 'ben@example.com')
  assert.equal(email?.subject, `Your webhook to ${host} was deleted`)
  assert.match(
    email?.text ?? '',
    new RegExp(`^Hello Ben,\n\nYour webhook ${gid} to ${host} was deleted, because .*410`),
  )
  assert.deepEqual([all.announced, all.logged], [[], []])
})

test('the log has the notifications to a service account and to a person who left', async () => {
  const sent: Email[] = []
  const all = await world({ post, mail: async email => void sent.push(email) })
  const bot = await all.service('Bot')
  const hooks = [await webhookOf(all, bot), await webhookOf(all, all.ben)]
  await setActive(all, all.ben, false)
  await all.jobs.tick()
  assert.deepEqual(sent, [])
  const lines = all.logged.map(({ level, user, subject }) => [level, user, subject])
  assert.deepEqual(
    lines.sort(),
    [bot, all.ben].map(({ gid }, at) => ['info', gid, `Your webhook to ${hooks[at]?.host} was deleted`]).sort(),
  )
})
