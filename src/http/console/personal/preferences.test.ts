import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ok } from '../../../../test/harness/sample.ts'
import { signedIn } from '../../../../test/harness/sign_in/console.ts'
import { type Json, world } from '../../../../test/harness/world.ts'

const all = await world()
const { ann, ben, workspace, person } = all
const [visitor, other] = [await signedIn(all, ann), await signedIn(all, ben)]

const read = async (of = visitor): Promise<Json> => (await ok(of.get('/preferences'))).data
const write = async (body: Json): Promise<Json> => (await ok(visitor.put('/preferences', body))).data

const defaults = {
  ...{
    first_page: 'home',
    theme: 'system',
    contrast: 'system',
    density: 'standard',
    week_start: null,
    week_numbers: false,
  },
  ...{ time_zone: null, locale: null, shortcuts: true, sidebar: {}, home: {}, notify: {}, digest_at: null },
  celebrate: false,
}

test('a person who has chosen nothing has the defaults', async () => {
  assert.deepEqual(await read(other), defaults)
})

test('a change keeps the other preferences, and null restores a default', async () => {
  const chosen = {
    ...{ first_page: 'inbox', theme: 'dark', contrast: 'high', density: 'compact', week_start: 'sunday' },
    ...{ time_zone: 'Europe/Berlin', locale: 'de-CH', shortcuts: false, digest_at: '07:30', celebrate: true },
  }
  assert.deepEqual(await write(chosen), { ...defaults, ...chosen })
  assert.deepEqual(await write({ theme: 'light', locale: 'DE-at' }), {
    ...{ ...defaults, ...chosen, theme: 'light', locale: 'de-AT' },
  })
  const nothing = Object.fromEntries(Object.keys(chosen).map(name => [name, null]))
  assert.deepEqual(await write(nothing), defaults)
  assert.deepEqual(await read(other), defaults)
})

test('objects are merged by member, and notifications by cause and channel', async () => {
  await write({ sidebar: { width: 260, collapsed: ['favorites'] }, notify: { mentioned: { app: true, mail: false } } })
  const { sidebar, notify } = await write({
    ...{
      sidebar: { width: 300, hidden: true, collapsed: null },
      notify: { mentioned: { mail: true }, liked: { app: false } },
    },
  })
  assert.deepEqual(sidebar, { width: 300, hidden: true })
  assert.deepEqual(notify, { mentioned: { app: true, mail: true }, liked: { app: false } })
  assert.deepEqual((await write({ notify: { mentioned: null } })).notify, { liked: { app: false } })
  assert.deepEqual(await write({ sidebar: null, notify: null }), defaults)
})

test('an unknown member is ignored, and a wrong value changes nothing', async () => {
  const refused: [Json, string][] = [
    [{ theme: 'pink' }, 'theme: Not a recognized value: pink'],
    [{ week_start: 1 }, 'week_start: Not a recognized value: 1'],
    [{ time_zone: 'Mars/Olympus' }, 'time_zone: Not a time zone: Mars/Olympus'],
    [{ locale: 'not a locale' }, 'locale: Not a language tag: not a locale'],
    [{ shortcuts: 'often' }, 'shortcuts: Not true or false: often'],
    [{ digest_at: '24:00' }, 'digest_at: Must be a time, hh:mm'],
    [{ sidebar: 1 }, 'sidebar: Value is not a JSON object: 1'],
    [{ home: { text: 'x'.repeat(8000) } }, 'home: Too long (maximum 8000 characters of JSON)'],
    [{ sidebar: { a: [[[[[[[]]]]]]] } }, 'sidebar: Too deep (maximum 6 levels)'],
    [{ notify: { mentioned: true } }, 'notify: mentioned: Not an object'],
    [{ notify: { mentioned: { sms: true } } }, 'notify: mentioned: Has only the members "app" and "mail"'],
    [{ notify: { mentioned: { app: 1 } } }, 'notify: mentioned: app: Must be true or false'],
    [{ notify: { 'A-B': {} } }, 'notify: A cause must be lower-case letters and _'],
  ]
  for (const [body, message] of refused) {
    const answer = await visitor.put('/preferences', { density: 'compact', ...body })
    assert.deepEqual([answer.status, answer.message], [400, message])
  }
  const causes = Object.fromEntries(
    Array.from({ length: 51 }, (_, n) => [`a${'b'.repeat(n % 39)}${n > 38 ? '_' : ''}`, {}]),
  )
  assert.equal((await visitor.put('/preferences', { notify: causes })).status, 400)
  assert.deepEqual(await write({ invented: 1 }), defaults)
})

test('preferences are of the account, in the session with the role, the access and the features in each workspace', async () => {
  await write({ density: 'compact' })
  const session = (await ok(visitor.get('/session'))).data
  assert.deepEqual(session.preferences, { ...defaults, density: 'compact' })
  const { features, ...mine } = session.organizations[0]
  assert.deepEqual(mine, {
    ...{ gid: workspace, name: mine.name, plan: 'enterprise', is_admin: true, is_organization: true },
    ...{ role: 'super_admin', my_access: 'admin', unread: 0, snoozed_until: null },
  })
  assert.deepEqual([features.portfolios, features.rules], [true, true])
  const guest = await signedIn(all, await person('Gil', { is_guest: true }))
  const [theirs] = (await ok(guest.get('/session'))).data.organizations
  assert.deepEqual([theirs.role, theirs.my_access, theirs.is_admin], ['guest', 'comment', false])
  const [member] = (await ok(other.get('/session'))).data.organizations
  assert.deepEqual([member.role, member.my_access], ['member', 'edit'])
})
