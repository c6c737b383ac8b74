/** Changes of an account during the hash of its password. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { world } from '../../test/harness/world.ts'
import { ApiError } from '../lib/errors.ts'
import { insert, update } from '../store/change.ts'
import type { Writer } from '../store/db.ts'
import { sessionsOf } from '../store/queries/identity/sessions.ts'
import { createPasswords, type Passwords } from './passwords.ts'
import { signInByPassword } from './sign_in.ts'

const browser = { agent: 'test', address: '127.0.0.1' }
const password = 'correct horse battery'
const hash = await createPasswords().hash(password)

const changes: [string, (tx: Writer, user: number) => Promise<unknown>][] = [
  ['gets another password', (tx, user) => update(tx, 'passwords', { user }, { hash: `${hash}changed` })],
  ['leaves', (tx, user) => update(tx, 'workspace_memberships', { user }, { is_active: 0 })],
]

for (const [what, change] of changes) {
  test(`a person who ${what} while the password is checked cannot sign in`, async () => {
    const { store, ben } = await world()
    const user = Number(ben.gid)
    await store.write(tx => insert(tx, 'passwords', { user, hash, changed_at: tx.now }))
    const passwords: Passwords = {
      hash: () => assert.fail('nothing is outdated'),
      async matches() {
        await store.write(tx => change(tx, user))
        return true
      },
    }
    const mailer = { later: () => assert.fail('the password was right') }
    const entering = signInByPassword({ store, passwords, mailer }, { email: ben.email, password }, browser)
    await assert.rejects(entering, error => error instanceof ApiError && error.status === 401)
    assert.deepEqual(await sessionsOf(store.read, user), [])
  })
}
