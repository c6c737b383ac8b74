/** Concurrent uploads: the quota holds exactly, and a file belongs to one attachment or is removed. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { removeFiles } from '../../src/jobs/remove_files.ts'
import { takeSpace } from '../../src/resources/files/rules/space.ts'
import { deleteWhere, insert } from '../../src/store/change.ts'
import type { Writer } from '../../src/store/db.ts'
import { RELEASE_MS, releaseFiles } from '../../src/store/queries/files/release.ts'
import { claimFile, discardFile, reserveFile } from '../../src/store/queries/files/unreferenced.ts'
import { attachFile } from '../harness/files/form.ts'
import type { MemoryFiles } from '../harness/files/memory_files.ts'
import { atOnce, countByStatus, instances, whileBlockedBy } from '../harness/instances.ts'

/** Instances, and the job that removes files, for which all files without an attachment are due. */
async function dueFiles() {
  const all = await instances()
  const files = all.files as MemoryFiles
  const clock = () => all.store.clock() + 2 * RELEASE_MS
  return { ...all, files, removeDue: () => removeFiles({ store: all.store, clock, files }).perform(0) }
}

test('uploads at the same time take the last space of a quota once', async () => {
  const { stores, store, workspace } = await instances()
  const take = (one: number) => stores[one % 2]?.write(tx => takeSpace(tx, Number(workspace), 3, 10))
  const taken = await atOnce(
    async one =>
      (await take(one)?.then(
        () => 'taken',
        () => 'refused',
      )) ?? '',
  )
  assert.equal(taken.filter(result => result === 'taken').length, 3)
  const [usage] = await store.read.db.selectFrom('file_usage').select('bytes').execute()
  assert.equal(usage?.bytes, 9)
})

test('a file is either claimed by one attachment or discarded', async () => {
  const { stores, store } = await instances()
  for (let round = 0; round < 10; round++) {
    const key = `aa/${round}`
    await store.write(tx => reserveFile(tx, key))
    const results = await Promise.all([
      stores[0]?.write(tx => claimFile(tx, key)),
      stores[1]?.write(tx => discardFile(tx, key)),
      stores[1]?.write(tx => claimFile(tx, key)),
    ])
    assert.equal(results.filter(Boolean).length, 1, `round ${round}: ${results}`)
  }
})

test('attachments that are uploaded at the same time all exist, each with a story', async () => {
  const all = await instances()
  const { ann, workspace } = all
  const task = await ann.create('/tasks', { workspace })
  const answers = await atOnce(() => attachFile(all, ann, task))
  assert.deepEqual(countByStatus(answers), { 200: answers.length })
  const { data } = await ann.get(`/attachments?parent=${task}&limit=100`)
  assert.equal(data.length, answers.length)
  const stories = await ann.get(`/tasks/${task}/stories?limit=100&opt_fields=resource_subtype`)
  const added = stories.data.filter((one: { resource_subtype: string }) => one.resource_subtype === 'attachment_added')
  assert.equal(added.length, answers.length)
})

test('a due file that an attachment claims at the moment stays', async () => {
  const { store, files, removeDue } = await dueFiles()
  const key = 'aa/late'
  await store.write(tx => reserveFile(tx, key))
  files.stored.set(key, { type: 'text/plain', content: Buffer.from('x') })
  await whileBlockedBy(store, tx => claimFile(tx, key), removeDue)
  assert.ok(files.stored.has(key))
})

test('a file whose last attachment is purged while the job looks at it is removed', async () => {
  const { store, files, ann, removeDue, ...all } = await dueFiles()
  const attachment = await attachFile(all, ann, await ann.create('/tasks', { workspace: all.workspace }))
  const gid = Number(attachment.data.gid)
  const [key = ''] = files.stored.keys()
  // As a day after the purge of a copy.
  await store.write(tx => insert(tx, 'unreferenced_files', { key, due_at: 1 }))
  const purge = async (tx: Writer) => {
    await releaseFiles(tx, 'gid', [gid])
    await deleteWhere(tx, 'attachments', { gid })
  }
  await whileBlockedBy(store, purge, removeDue)
  await removeDue()
  assert.deepEqual([...files.stored.keys()], [])
})
