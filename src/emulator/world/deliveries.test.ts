/** Calls of webhook targets: how long they may take, and which addresses they reach. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { emulated } from '../../../test/harness/emulator/emulated.ts'
import { receiver } from '../../../test/harness/receiver.ts'
import type { Json } from '../../../test/harness/world.ts'
import type { EmulatorOptions } from '../options.ts'
import { heldAt } from './clock.ts'
import { createJobRuns } from './runs.ts'
import { DEFAULT_SETTINGS } from './settings.ts'
import { webhookClient } from './workers.ts'

test('a target that does not answer fails after the patience of the settings, and is called again', async () => {
  const e = await emulated({ initialClock: heldAt(Date.parse('2026-01-05T09:00:00.000Z')) })
  const target = await receiver()
  const { workspace } = e.emulator.world.seeded
  const resource = (await e.api('POST', '/projects', { name: 'P', workspace })).data.gid
  const hook = (await e.api('POST', '/webhooks', { resource, target: target.url })).data.gid
  await e.control('POST', '/settle')
  const { behave } = target
  target.behave = () => undefined
  const { data: settings } = await e.control('PUT', '/settings', { webhook_patience_ms: 50 })
  assert.equal(settings.webhook_patience_ms, 50)
  await e.api('POST', '/tasks', { name: 'A', workspace, projects: [resource] })
  assert.equal((await e.control('POST', '/settle')).data.is_settled, true)
  const attempts = async () =>
    (await e.control('GET', '/deliveries')).data
      .filter(({ webhook }: Json) => webhook === hook)
      .map(({ response }: Json) => [response.status, response.error])
  const silent = [null, 'No answer within 0.05 seconds.']
  assert.deepEqual((await attempts()).at(-1), silent)
  target.behave = behave
  await e.control('PUT', '/settings', { webhook_patience_ms: '10s' })
  await e.control('POST', '/clock', { advance: '11s' })
  assert.deepEqual((await attempts()).slice(-2), [silent, [200, null]])
})

/** Calls a target. A header that Node refuses ends the call after the check of the address, and before it connects. */
async function check(target: string, allowsNetwork: boolean): Promise<string> {
  const runs = createJobRuns(
    () => 0,
    () => true,
  )
  const post = webhookClient({ allowsNetwork, log() {} } as unknown as EmulatorOptions, () => DEFAULT_SETTINGS, runs)
  const refused = await post(target, { 'not a header': 'x' }, '{}').catch((error: { code: string }) => error.code)
  return typeof refused === 'string' ? refused : (refused.error ?? '')
}

test('targets in public networks are called only if the emulator allows networks', async () => {
  for (const target of ['http://1.1.1.1:9/', 'https://[2606:4700:4700::1111]:9/']) {
    assert.match(await check(target, false), /It has a public address/, target)
    assert.equal(await check(target, true), 'ERR_INVALID_HTTP_TOKEN', target)
  }
  for (const allowsNetwork of [false, true])
    assert.equal(await check('http://127.0.0.1:9/', allowsNetwork), 'ERR_INVALID_HTTP_TOKEN')
})
