/** The words of names after writes: those of what was committed, and no others. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ok } from '../../../test/harness/sample.ts'
import { type World, world } from '../../../test/harness/world.ts'
import { deleteWhere, insert, update } from '../change.ts'
import { countNameDifferences, repairNames } from './name_difference.ts'

/** The words of an object. */
async function wordsOf({ store }: World, gid: string): Promise<string[]> {
  const rows = await store.read.db.selectFrom('name_words').select('word').where('object', '=', Number(gid)).execute()
  return rows.map(({ word }) => word).sort()
}

test('the words of a name follow it', async () => {
  const home = await world()
  const { ann, workspace } = home
  const tag = await ann.create('/tags', { workspace, name: 'Große Größe, große' })
  assert.deepEqual(await wordsOf(home, tag), ['grosse'])
  await ok(ann.put(`/tags/${tag}`, { name: '...' }))
  assert.deepEqual(await wordsOf(home, tag), [''])
  await ok(ann.put(`/tags/${tag}`, { color: 'dark-red' }))
  assert.deepEqual(await wordsOf(home, tag), [''])
  assert.equal(await countNameDifferences(home.store.read), 0)
})

test('a member has words in each workspace, also after a change of the address, and a former one has none', async () => {
  const home = await world()
  const { ann, ben, workspace, store } = home
  assert.deepEqual(await wordsOf(home, ben.gid), ['ben', 'ben@example.com'])
  await store.write(tx => update(tx, 'users', { gid: Number(ben.gid) }, { email: 'benjamin.b@example.org' }))
  assert.deepEqual(await wordsOf(home, ben.gid), ['b', 'ben', 'benjamin', 'benjamin.b@example.org'])
  await ok(ann.post(`/workspaces/${workspace}/removeUser`, { user: ben.gid }))
  assert.equal(await countNameDifferences(store.read), 0)
})

test('damaged words are detected and repaired', async () => {
  const home = await world()
  const { ann, store, workspace } = home
  const tag = Number(await ann.create('/tags', { workspace, name: 'Whole' }))
  const left = { workspace: Number(workspace), resource_type: 'tag', word: 'left', object: 1 }
  await store.write(async tx => {
    await deleteWhere(tx, 'name_words', { object: tag })
    await deleteWhere(tx, 'name_words', { object: Number(ann.gid), word: 'ann' })
    await insert(tx, 'name_words', left)
  })
  assert.equal(await countNameDifferences(store.read), 3)
  assert.equal(await repairNames(store), 3)
  assert.equal(await countNameDifferences(store.read), 0)
  assert.deepEqual(await wordsOf(home, String(tag)), ['whole'])
})
