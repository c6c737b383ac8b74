/**
 * Signing in reveals nothing about the existence of an account: it does the same work for an existing and an unknown
 * address. Work is counted at its sources, in statements and hashes; measured times would prove nothing.
 */
import assert from 'node:assert/strict'
import crypto from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'
import { test } from 'node:test'
import { createPasswords } from '../../src/identity/passwords.ts'
import { insert } from '../../src/store/change.ts'
import { browser } from '../harness/sign_in/browser.ts'
import { watchStatements } from '../harness/statements.ts'
import { controlWrites } from '../harness/stores/writes.ts'
import { until } from '../harness/until.ts'
import { world } from '../harness/world.ts'

/** The parameters of each hash, in the order of computation. */
const hashed: unknown[] = []
const argon2 = crypto.argon2
crypto.argon2 = (algorithm, parameters, done) => {
  const { memory, passes, parallelism } = parameters
  hashed.push({ algorithm, memory, passes, parallelism })
  argon2(algorithm, parameters, done)
}
// Every module that has imported the function, before or later, calls the counting one.
syncBuiltinESMExports()
const watch = watchStatements()

const all = await world()
const hash = await createPasswords().hash('correct horse battery')
await all.store.write(tx => insert(tx, 'passwords', { user: Number(all.ann.gid), hash, changed_at: tx.now }))

const { settled: written } = controlWrites(all.store)

/** Waits until all work after a response is done. */
async function settled() {
  await new Promise(resolve => setTimeout(resolve, 20))
  await written()
}

async function workOf(path: string, body: object) {
  await settled()
  watch.take()
  hashed.splice(0)
  const { status, body: answer, headers } = await browser(all).call('POST', path, body)
  const response = { status, answer, headers: { ...headers, date: undefined } }
  return { response, hashed: [...hashed], statements: watch.take() }
}

test('a wrong password costs as much as one for an unknown address: a hash, and the same statements', async () => {
  const password = 'not the password'
  const [known, ...others] = [
    await workOf('/sign_in', { email: 'ann@example.com', password }),
    await workOf('/sign_in', { email: 'ben@example.com', password }),
    await workOf('/sign_in', { email: 'nobody@example.com', password }),
  ]
  assert.equal(known.hashed.length, 1)
  for (const other of others) assert.deepEqual(other, known)
})

test('a request for a sign-in link is answered before the server looks up the account', async () => {
  const known = await workOf('/sign_in/forgot', { email: 'ann@example.com' })
  const announcedBefore = all.announced.length
  await until(() => all.announced.length > 0, 'no e-mail was sent')
  const unknownAddress = await workOf('/sign_in/forgot', { email: 'nobody@example.com' })
  await settled()
  assert.deepEqual([known.response.status, known.response.answer], [200, { data: {} }])
  assert.deepEqual(unknownAddress.response, known.response)
  assert.equal(announcedBefore, 0, 'the response did not wait for the e-mail')
  assert.equal(all.announced.length, 1)
})
