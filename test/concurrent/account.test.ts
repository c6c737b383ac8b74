/**
 * Concurrent changes of one account by several organizations: ended access stays ended, and an invitation is accepted
 * once.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createLink } from '../../src/identity/links.ts'
import { signInByProvider } from '../../src/identity/sign_in.ts'
import { createToken } from '../../src/identity/tokens.ts'
import { createUser, createWorkspace, join } from '../../src/resources/people/rules/join.ts'
import { leave } from '../../src/resources/people/rules/leave.ts'
import { insert, update } from '../../src/store/change.ts'
import type { Writer } from '../../src/store/db.ts'
import { advisoryLock } from '../../src/store/locks.ts'
import { isPostgres } from '../harness/engine.ts'
import { atOnce, countByStatus, type Instances, instances, whileBlockedBy } from '../harness/instances.ts'
import { signedIn } from '../harness/sign_in/console.ts'
import type { Json } from '../harness/world.ts'

type CredentialTable = 'tokens' | 'sign_in_links' | 'external_identities'

const countOf = async ({ store }: Instances, table: CredentialTable, user: number) =>
  (await store.read.db.selectFrom(table).select('user').where('user', '=', user).execute()).length

/** Creates another organization with these domains, of which the person is a member. */
const alsoIn = ({ store }: Instances, user: number, domains = ['other.org']) =>
  store.write(async tx => {
    const made = await createWorkspace(tx, { name: 'Other', domains, plan: 'enterprise' })
    await join(tx, user, made)
    return made
  })

test('the second of two organizations with one domain that remove a person at once revokes their tokens', async () => {
  const all = await instances()
  const [first, second] = all.stores
  if (!first || !second) return
  const user = Number(all.ben.gid)
  const other = await alsoIn(all, user, ['example.com'])
  await Promise.all([
    first.write(tx => leave(tx, user, Number(all.workspace), Number(all.ann.gid))),
    second.write(tx => leave(tx, user, other, user)),
  ])
  assert.equal(await countOf(all, 'tokens', user), 0)
})

test('an administrator creates no link that outlasts the membership of a person who is in another organization too', async () => {
  const all = await instances()
  const [store] = all.stores
  if (!store) return
  const user = Number(all.ben.gid)
  await alsoIn(all, user)
  const ann = await signedIn(all, all.ann)
  const link = () => ann.post(`/organizations/${all.workspace}/people/${user}/link`)
  const away = async (tx: Parameters<Parameters<typeof store.write>[0]>[0]) => {
    await advisoryLock(tx, 'people', Number(all.workspace))
    await leave(tx, user, Number(all.workspace), Number(all.ann.gid))
  }
  await whileBlockedBy(store, away, link)
  assert.equal(await countOf(all, 'sign_in_links', user), 0)
})

test('an identity that is deleted meanwhile does not sign in a person who is being removed', async () => {
  const all = await instances()
  const [store, other] = all.stores
  if (!store || !other) return
  const user = Number(all.ben.gid)
  await alsoIn(all, user)
  await store.write(async tx => {
    await insert(tx, 'external_identities', { issuer: 'https://id', subject: 'ben', user, created_at: tx.now })
  })
  const claims = { issuer: 'https://id', subject: 'ben', email: undefined, email_verified: false }
  const settings = { email_domains: ['example.com'] }
  const entering = whileBlockedBy(
    store,
    tx => leave(tx, user, Number(all.workspace), Number(all.ann.gid)),
    () => signInByProvider(other, settings, claims, { agent: '', address: '' }),
  )
  assert.deepEqual(await entering, ['unverified'])
  assert.equal(await countOf(all, 'tokens', user), 0)
})

test('an address that passes meanwhile to a person who is being removed does not sign that person in', async () => {
  const all = await instances()
  const [store, other] = all.stores
  if (!store || !other) return
  const [former, heir] = [Number((await all.person('Eva')).gid), Number(all.ben.gid)]
  const pass = async (tx: Writer) => {
    await advisoryLock(tx, 'credentials', former)
    await update(tx, 'users', { gid: former }, { email: 'former@example.com' })
    await update(tx, 'users', { gid: heir }, { email: 'eva@example.com' })
  }
  const [revoked, mayEnd] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const leaving = store.write(async tx => {
    await leave(tx, heir, Number(all.workspace), Number(all.ann.gid))
    revoked.resolve()
    await mayEnd.promise
  })
  await revoked.promise
  // On SQLite, which has one writer, the others wait for its end.
  if (!isPostgres) mayEnd.resolve()
  const claims = { issuer: 'https://id', subject: 'eva', email: 'eva@example.com', email_verified: true }
  const settings = { email_domains: ['example.com'] }
  const [entered] = await whileBlockedBy(store, pass, () =>
    signInByProvider(other, settings, claims, { agent: '', address: '' }),
  )
  mayEnd.resolve()
  await leaving
  assert.equal(entered, 'no_account')
  assert.deepEqual([await countOf(all, 'external_identities', heir), await countOf(all, 'tokens', heir)], [0, 0])
})

test('a credential that is created while an account joins the organization of its domain does not open the account', async () => {
  const all = await instances()
  const [store, other] = all.stores
  if (!store || !other) return
  const { user, bob, elsewhere } = await store.write(async tx => {
    const made = await createWorkspace(tx, { name: 'Other', domains: ['other.org'], plan: 'enterprise' })
    const someone = await createUser(tx, { name: 'Soon', email: 'soon@example.com' })
    const admin = await createUser(tx, { name: 'Bob', email: 'bob@other.org' })
    await join(tx, someone, made)
    await join(tx, admin, made, { is_admin: true })
    await createLink(tx, someone, 'invitation')
    await createToken(tx, someone, 'laptop')
    return { user: someone, bob: admin, elsewhere: made }
  })
  const visitor = await signedIn(all, { gid: String(bob) })
  await whileBlockedBy(
    store,
    tx => join(tx, user, Number(all.workspace)),
    () => visitor.post(`/organizations/${elsewhere}/people/${user}/link`),
  )
  assert.deepEqual([await countOf(all, 'sign_in_links', user), await countOf(all, 'tokens', user)], [0, 0])
})

test('a person whom many callers invite at once gets one invitation, and joins once', async () => {
  const all = await instances()
  const email = 'eva@other.org'
  const eva = await all.store.write(async tx => {
    const made = await createWorkspace(tx, { name: 'Other', domains: ['other.org'], plan: 'enterprise' })
    const user = await createUser(tx, { name: 'Eva', email })
    await join(tx, user, made)
    return user
  })
  const invited = await atOnce(() => all.ben.post(`/workspaces/${all.workspace}/addUser`, { user: email }))
  assert.equal(new Set(invited.map(({ data }) => data.gid)).size, 1)
  const browsers = await Promise.all([1, 2, 3, 4].map(() => signedIn(all, { gid: String(eva) })))
  const [invitation] = ((await browsers[0]?.get('/invitations'))?.data ?? []) as unknown as Json[]
  const answers = await Promise.all(browsers.map(one => one.post(`/invitations/${invitation?.gid}/accept`)))
  assert.deepEqual(countByStatus(answers), { 200: 1, 404: 3 })
  const memberships = all.store.read.db.selectFrom('workspace_memberships').select('gid').where('user', '=', eva)
  assert.equal((await memberships.where('workspace', '=', Number(all.workspace)).execute()).length, 1)
})
