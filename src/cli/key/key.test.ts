import assert from 'node:assert/strict'
import { existsSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { folderFor } from '../../../test/harness/program.ts'
import type { OptionName } from '../../config/options.ts'
import { settingsFrom } from '../../config/settings.ts'
import { saveSignInSettings, signInSettings } from '../../identity/sign_in_settings.ts'
import { seal, unseal } from '../../lib/secret.ts'
import { insert } from '../../store/change.ts'
import type { Store } from '../../store/db.ts'
import { openSqlite } from '../../store/sqlite.ts'
import type { ProgramContext } from '../command.ts'
import { run } from '../run.ts'
import { resolveKey } from './key.ts'

const KEY = 'a key of thirty-two characters..'
const OTHER = 'another one of thirty-two letters'

interface KeyFolder {
  folder: string
  store: Store
  noticed: string[]
  /** The key of a server that is started with these arguments. */
  key(...words: string[]): Promise<string>
}

/** A folder with a store, as a server creates it. */
async function folderWithStore(t: TestContext): Promise<KeyFolder> {
  const folder = folderFor(t)
  const store = await openSqlite({ folder, clock: () => 1000 })
  t.after(store.close)
  const noticed: string[] = []
  const names: OptionName[] = ['data', 'database-url', 'key', 'new-key']
  const key = (...words: string[]) => {
    const [file = '', ...args] = words[0]?.startsWith('/') ? words : ['', ...words]
    const settings = settingsFrom(names, ['--data', folder, ...args], { WORKLOOM_KEY_FILE: file })
    return resolveKey(settings, store, text => void noticed.push(text))
  }
  return { folder, store, noticed, key }
}

/** Seals one value of each kind; returns a function that unseals them, with `null` for what the key cannot unseal. */
async function sealedThings({ store }: KeyFolder, key: string) {
  await store.write(async tx => {
    await insert(tx, 'workspaces', {
      gid: 1,
      name: 'W',
      is_organization: 1,
      email_domains: '[]',
      plan: 'free',
      fiscal_year_start: 1,
      currency_code: 'USD',
      created_at: 1,
    })
    await insert(tx, 'users', { gid: 2, name: 'Ann', email: 'a@b.c', time_zone: 'UTC', photo: null, created_at: 1 })
    const of = {
      workspace: 1,
      user: 2,
      application: 0,
      token: null,
      resource_type: 'workspace',
      resource: 1,
      target: 'x',
    }
    const never = { last_success_at: null, last_failure_at: null, last_failure_content: null, next_attempt_after: null }
    const more = {
      delivery_retry_count: 0,
      failure_deletion_timestamp: null,
      heartbeat_at: 1,
      created_at: 1,
      cursor: 0,
    }
    await insert(tx, 'webhooks', {
      gid: 3,
      ...of,
      secret: seal(key, 'hook'),
      filters: '[]',
      active: 1,
      ...never,
      ...more,
    })
    await insert(tx, 'signing_keys', { kid: 'k', public_key: '{}', private_key: seal(key, 'half'), created_at: 1 })
    const trust = { email_domains: ['example.com'], trusts_addresses: false }
    const provider = {
      ...{ name: 'P', issuer: 'https://id.example', client_id: 'c', client_secret: seal(key, 'client') },
      ...trust,
    }
    await saveSignInSettings(tx, { password: true, provider })
  })
  const opened = (own: string, sealed = '') => {
    try {
      return unseal(own, sealed)
    } catch {
      return null
    }
  }
  return async (own: string) => {
    const { db } = store.read
    const hook = await db.selectFrom('webhooks').select('secret').executeTakeFirst()
    const half = await db.selectFrom('signing_keys').select('private_key').executeTakeFirst()
    const { provider } = await signInSettings(store.read)
    return [hook?.secret, half?.private_key, provider?.client_secret].map(sealed => opened(own, sealed))
  }
}

const activeHooks = ({ store }: KeyFolder) =>
  store.read.db.selectFrom('webhooks').select(['active', 'last_failure_content']).execute()

/** Runs a command in this process. */
async function call(...args: string[]) {
  const said = { out: '', err: '' }
  const untouched = () => assert.fail('nothing of a server is needed')
  const program: ProgramContext = {
    ...{ version: '1', environment: {}, clock: () => 1000, web: '', node: 1, stopped: untouched, createApp: untouched },
    ...{ print: text => (said.out += `${text}\n`), printError: text => (said.err += `${text}\n`), showProgress: null },
  }
  return { code: await run(args, program), ...said }
}

test('the first start creates the key of a folder, and later starts use it', async t => {
  const kept = await folderWithStore(t)
  const key = await kept.key()
  assert.match(key, /^[0-9a-f]{64}$/)
  assert.equal(readFileSync(join(kept.folder, 'key'), 'utf8').trim(), key)
  assert.equal(statSync(join(kept.folder, 'key')).mode & 0o777, 0o600)
  assert.equal(await kept.key(), key)
  const { value = '' } = (await kept.store.read.db.selectFrom('settings').selectAll().executeTakeFirst()) ?? {}
  assert.ok(!value.includes(key))
})

test('a different key is refused, and the error names the source of the right one', async t => {
  const kept = await folderWithStore(t)
  await kept.key()
  const own = join(kept.folder, 'key')
  const refused = new RegExp(
    `^CommandError: The key given by --key is not that of this installation, which was in ${own}: give`,
  )
  await assert.rejects(kept.key('--key', KEY), error => {
    assert.match(`CommandError: ${(error as Error).message}`, refused)
    assert.match((error as Error).message, /--new-key, which loses the secrets of webhooks/)
    return !(error as Error).message.includes(KEY)
  })
  writeFileSync(own, OTHER)
  await assert.rejects(kept.key(), /The key in .*key is not that of this installation, which was in/)
})

test('a deleted key is not replaced silently', async t => {
  const kept = await folderWithStore(t)
  const key = await kept.key()
  rmSync(join(kept.folder, 'key'))
  await assert.rejects(kept.key(), /The key of this installation is missing, which was in .*key: put it back/)
  assert.ok(!existsSync(join(kept.folder, 'key')))
  const elsewhere = join(folderFor(t), 'mine')
  writeFileSync(elsewhere, key)
  assert.equal(await kept.key(elsewhere), key)
  await assert.rejects(
    kept.key(),
    new RegExp(`which was in ${elsewhere}`),
    'the error names the last source of the key',
  )
})

test('--new-key creates a key, and disables and reports what is lost', async t => {
  const kept = await folderWithStore(t)
  const former = await kept.key()
  const read = await sealedThings(kept, former)
  assert.equal(await kept.key('--new-key'), former, 'the option has no effect with the right key')
  const job = { run_at: 1, attempts: 0, leased_until: null, lease: null, last_error: null, created_at: 1 }
  await kept.store.write(tx => insert(tx, 'jobs', { gid: 5, kind: 'deliver', subject: 3, ...job }))
  rmSync(join(kept.folder, 'key'))
  const key = await kept.key('--new-key')
  assert.notEqual(key, former)
  assert.equal(await kept.key(), key)
  assert.deepEqual(await read(key), [null, null, null])
  const [hook] = await activeHooks(kept)
  assert.equal(hook?.active, 0)
  assert.match(hook?.last_failure_content ?? '', /create the webhook again\.$/)
  assert.deepEqual(
    await kept.store.read.db.selectFrom('jobs').select('gid').execute(),
    [],
    'nothing is tried that must fail',
  )
  assert.equal(kept.noticed.length, 1)
  assert.match(
    kept.noticed[0] ?? '',
    /secrets of 1 webhooks, which are now inactive, 1 signing keys, and the client secret/,
  )
})

test('key rotate seals everything under the new key', async t => {
  const kept = await folderWithStore(t)
  const former = await kept.key()
  const read = await sealedThings(kept, former)
  const { code, out, err } = await call('key', 'rotate', '--data', kept.folder)
  assert.deepEqual([code, err], [0, ''])
  assert.match(out, /Sealed again: the secrets of 1 webhooks, 1 signing keys, and the client secret/)
  const key = await kept.key()
  assert.notEqual(key, former)
  assert.deepEqual(await read(key), ['hook', 'half', 'client'])
  assert.deepEqual(
    (await activeHooks(kept)).map(({ active }) => active),
    [1],
  )
  assert.ok(!existsSync(join(kept.folder, 'key.next')))
})

test('an interrupted rotation is finished by the next start or the next rotation', async t => {
  for (const finish of ['start', 'rotation']) {
    const kept = await folderWithStore(t)
    const former = await kept.key()
    const read = await sealedThings(kept, former)
    await call('key', 'rotate', '--data', kept.folder)
    renameSync(join(kept.folder, 'key'), join(kept.folder, 'key.next'))
    writeFileSync(join(kept.folder, 'key'), former)
    if (finish === 'rotation') assert.equal((await call('key', 'rotate', '--data', kept.folder)).code, 0)
    assert.deepEqual(await read(await kept.key()), ['hook', 'half', 'client'], finish)
    assert.ok(!existsSync(join(kept.folder, 'key.next')))
  }
})

test('a key outside the folder is rotated to the file in --to', async t => {
  const kept = await folderWithStore(t)
  await kept.key('--key', KEY)
  const read = await sealedThings(kept, KEY)
  const rotate = ['key', 'rotate', '--data', kept.folder]
  assert.match((await call(...rotate, '--key', KEY)).err, /key rotate needs --to FILE/)
  const file = join(folderFor(t), 'new')
  assert.match((await call(...rotate, '--to', file, '--key', OTHER)).err, /is not that of this installation/)
  assert.ok(!existsSync(file))
  const { code, out } = await call(...rotate, '--to', file, '--key', KEY)
  assert.deepEqual([code, out.includes(file)], [0, true])
  const key = await kept.key(file)
  assert.deepEqual(await read(key), ['hook', 'half', 'client'])
  assert.match((await call(...rotate, '--to', file, '--key', key)).err, /exists already: name another one/)
})
