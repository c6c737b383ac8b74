/** Faults of webhooks: the target sees exactly what the rule says. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Emulated, emulated } from '../../../test/harness/emulator/emulated.ts'
import { type ReceivedRequest, type Receiver, receiver } from '../../../test/harness/receiver.ts'
import { signHex } from '../../lib/secret.ts'

interface WatchedProject {
  e: Emulated
  target: Receiver
  secret: string
  /** Creates a task in the project, and waits for the deliveries. */
  add(name: string): Promise<string>
}

async function watched(): Promise<WatchedProject> {
  const [e, target] = [await emulated(), await receiver()]
  await e.control('POST', '/clock', { freeze: true })
  const { workspace } = e.emulator.world.seeded
  const { data: project } = await e.api('POST', '/projects', { name: 'P', workspace })
  const filters = [{ resource_type: 'task', action: 'added' }]
  const hook = await e.api('POST', '/webhooks', { resource: project.gid, target: target.url, filters })
  assert.equal(hook.status, 201, String(hook.message))
  await e.control('POST', '/settle')
  target.requests.length = 0
  return {
    ...{ e, target, secret: String(hook.body['X-Hook-Secret']) },
    async add(name) {
      const { data } = await e.api('POST', '/tasks', { name, projects: [project.gid] })
      await e.control('POST', '/settle')
      return String(data.gid)
    },
  }
}

const gidsIn = ({ events }: ReceivedRequest): string[] => [
  ...new Set(events.map(({ resource }) => String(resource.gid))),
]
const hasSignature = (secret: string) => (one: ReceivedRequest) =>
  one.headers['x-hook-signature'] === signHex(secret, one.body)

const addRule = async (e: Emulated, rule: object) =>
  assert.equal((await e.control('POST', '/faults', { on: 'webhook', ...rule })).status, 201)

test('a batch is lost or sent twice', async () => {
  const { e, target, add, secret } = await watched()
  await addRule(e, { do: 'lose' })
  await add('Lost')
  const second = await add('Second')
  assert.deepEqual(target.deliveries().map(gidsIn), [[second]])
  await addRule(e, { do: 'duplicate' })
  const third = await add('Third')
  assert.deepEqual(target.deliveries().map(gidsIn), [[second], [third], [third]])
  assert.ok(target.deliveries().every(hasSignature(secret)))
})

test('a batch comes after the next one, or later', async () => {
  const { e, target, add, secret } = await watched()
  await addRule(e, { do: 'swap' })
  const [first, second] = [await add('First'), await add('Second')]
  assert.deepEqual(target.deliveries().map(gidsIn), [[second], [first]])
  await addRule(e, { do: 'delay', delay: '1m' })
  const third = await add('Third')
  assert.equal(target.deliveries().length, 2)
  await e.control('POST', '/clock', { advance: '61s' })
  assert.deepEqual(target.deliveries().map(gidsIn).at(-1), [third])
  assert.ok(target.deliveries().every(hasSignature(secret)))
})

test('a signature is wrong, and a batch is split', async () => {
  const { e, target, add, secret } = await watched()
  await addRule(e, { do: 'wrong_signature' })
  await add('Wrong')
  assert.deepEqual(target.deliveries().map(hasSignature(secret)), [false])
  await addRule(e, { do: 'split', times: null })
  target.requests.length = 0
  await add('Split')
  assert.ok(target.deliveries().length > 0)
  assert.ok(target.deliveries().every(one => one.events.length === 1 && hasSignature(secret)(one)))
})

test('an early batch announces what requests do not find yet', async () => {
  const { e, target, add } = await watched()
  await e.control('PUT', '/settings', { eventual_delay: '2s' })
  await addRule(e, { do: 'early' })
  const early = await add('Early')
  assert.deepEqual(target.deliveries().map(gidsIn), [[early]])
  const first = await e.api('GET', `/tasks/${early}`)
  assert.deepEqual([first.status, first.message], [404, `task: Not a recognized ID: ${early}`])
  await e.control('POST', '/clock', { advance: '3s' })
  assert.equal((await e.api('GET', `/tasks/${early}`)).status, 200)
})

test('a handshake fails', async () => {
  const { e, target } = await watched()
  assert.equal((await e.control('POST', '/faults', { on: 'handshake', do: 'fail' })).status, 201)
  const { workspace } = e.emulator.world.seeded
  const { data: project } = await e.api('POST', '/projects', { name: 'Q', workspace })
  const register = () => e.api('POST', '/webhooks', { resource: project.gid, target: `${target.url}/2` })
  assert.equal((await register()).status, 400)
  assert.equal((await register()).status, 201)
})

test('deliveries like those of the real service are lost, swapped and late in the same way each time', async () => {
  const order = async () => {
    const { e, target, add } = await watched()
    await addRule(e, { use: 'like_asana', seed: 3 })
    const names = new Map<string, number>()
    for (let count = 0; count < 12; count++) names.set(await add(`Task ${count}`), count)
    await e.control('POST', '/clock', { advance: '2m' })
    return target.deliveries().map(one => gidsIn(one).map(gid => names.get(gid)))
  }
  const [one, two] = [await order(), await order()]
  assert.deepEqual(one, two)
  assert.notDeepEqual(one.flat(), one.flat().toSorted())
})
