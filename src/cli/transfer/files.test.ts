/** Backup, restore and move carry the files of attachments and photos, and the doctor finds missing ones. */
import assert from 'node:assert/strict'
import { existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { type TestContext, test } from 'node:test'
import { runCommand } from '../../../test/harness/cli/run_command.ts'
import { ACCOUNT, BUCKET, startS3 } from '../../../test/harness/files/s3_server.ts'
import { folderFor } from '../../../test/harness/program.ts'
import { folderFiles } from '../../files/folder.ts'
import { createUser, createWorkspace } from '../../resources/people/rules/join.ts'
import { insert, update } from '../../store/change.ts'
import { openSqlite } from '../../store/sqlite.ts'

const KEY = 'a key of thirty-two characters..'

/** An installation in a folder, with an attachment that has this content. */
async function installed(t: TestContext, content = 'Some notes'): Promise<string> {
  const folder = join(folderFor(t), 'data')
  const store = await openSqlite({ folder, clock: Date.now })
  await store.write(async tx => {
    const workspace = await createWorkspace(tx, { name: 'Acme', domains: null, plan: 'free' })
    const user = await createUser(tx, { name: 'Ann', email: 'ann@example.com' })
    await insert(tx, 'attachments', {
      ...{ gid: tx.gid(), parent: workspace, parent_type: 'task', workspace, resource_subtype: 'asana' },
      ...{ name: 'notes.txt', url: null, file_key: 'ab/cdef', media_type: 'text/plain', size: 10, application: null },
      ...{ created_by: user, created_at: 1, deleted_at: null, deleted_by: null },
    })
  })
  await store.close()
  writeFileSync(join(folder, 'key'), `${KEY}\n`)
  const type = 'text/plain'
  await folderFiles(join(folder, 'files')).put('ab/cdef', Readable.from([Buffer.from(content)]), {
    type,
    size: content.length,
  })
  return folder
}

async function fileIn(folder: string): Promise<string | undefined> {
  const found = await folderFiles(folder).get('ab/cdef')
  return found && `${found.type} ${await buffer(found.stream)}`
}

async function done(...args: string[]): Promise<string> {
  const { code, out, err } = await runCommand(args)
  assert.deepEqual([code, err], [0, ''])
  return out
}

test('a backup has the files in a folder next to it, and restoring brings them back', async t => {
  const [folder, backups] = [await installed(t), folderFor(t)]
  const [file, target] = [join(backups, 'a.db'), join(folderFor(t), 'restored')]
  assert.match(
    await done('backup', '--data', folder, '--to', file),
    /\nCopied 1 files \(0 MB\) to the folder .*a\.db\.files\./,
  )
  assert.equal(await fileIn(`${file}.files`), 'text/plain Some notes')
  assert.match(await done('restore', '--from', file, '--data', target), /\nCopied 1 files/)
  assert.equal(await fileIn(join(target, 'files')), 'text/plain Some notes')
})

test('a backup has the photos of people', async t => {
  const [folder, backups] = [await installed(t), folderFor(t)]
  const photo = { key: 'photos/0123', type: 'image/png', size: 6 }
  const store = await openSqlite({ folder, clock: Date.now })
  await store.write(async tx => update(tx, 'users', { email: 'ann@example.com' }, { photo: JSON.stringify(photo) }))
  await store.close()
  await folderFiles(join(folder, 'files')).put(photo.key, Readable.from([Buffer.from('pixels')]), photo)
  const out = await done('backup', '--data', folder, '--to', join(backups, 'a.db'))
  assert.match(out, /\nCopied 2 files/)
  const found = await folderFiles(join(backups, 'a.db.files')).get(photo.key)
  assert.equal(found && `${found.type} ${await buffer(found.stream)}`, 'image/png pixels')
})

test('a move carries the files, also to a bucket', async t => {
  const s3 = await startS3()
  t.after(() => s3.close())
  const secret = encodeURIComponent(ACCOUNT.secretAccessKey)
  const { host } = new URL(s3.endpoint)
  const bucket = `http://${ACCOUNT.accessKeyId}:${secret}@${host}/${BUCKET}?region=${ACCOUNT.region}`
  const [folder, target] = [await installed(t), join(folderFor(t), 'moved')]
  const out = await done('move', '--from', folder, '--to', target, '--to-files', bucket)
  assert.match(out, /\nCopied 1 files \(0 MB\) to the bucket files at 127\.0\.0\.1:\d+\./)
  assert.ok(!out.includes(secret))
  assert.equal(String(s3.objects.get('/files/ab/cdef')?.content), 'Some notes')
  const back = join(folderFor(t), 'back')
  await done('move', '--from', target, '--to', back, '--from-files', bucket)
  assert.equal(await fileIn(join(back, 'files')), 'text/plain Some notes')
})

test('a backup can leave files out, and files that are missing or damaged are counted', async t => {
  const [folder, backups] = [await installed(t), folderFor(t)]
  await done('backup', '--data', folder, '--to', join(backups, 'a.db'), '--without-files')
  assert.deepEqual(readdirSync(backups), ['a.db'])
  const short = await installed(t, 'short')
  for (const damaged of [short, folder]) {
    if (damaged === folder) rmSync(join(folder, 'files'), { recursive: true })
    const file = join(folderFor(t), 'b.db')
    const out = await done('backup', '--data', damaged, '--to', file)
    assert.match(out, /\n1 files are missing or damaged in the folder .*: their attachments cannot be downloaded\.\n/)
    assert.equal(await fileIn(`${file}.files`), undefined)
  }
})

test('the doctor finds the files of the latest attachments, or says that they are missing', async t => {
  const folder = await installed(t)
  const check = async () => {
    const { out } = await runCommand(['doctor', '--data', folder, '--json'])
    return JSON.parse(out).find((one: { check: string }) => one.check === 'files')
  }
  assert.equal((await check()).status, 'ok')
  rmSync(join(folder, 'files/ab/cdef'))
  assert.match((await check()).message, /^1 of the latest 1 files are missing in the folder /)
  rmSync(join(folder, 'files'), { recursive: true })
  assert.match((await check()).message, /files does not exist, but attachments have files$/)
  assert.ok(!existsSync(join(folder, 'files')))
})
