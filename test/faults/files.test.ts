/**
 * Faults of uploads: the process is killed between the file and its row, the disk of the files is full, the storage is
 * slow, fails or breaks off, and the client gives up. None leaves a row without a file, nor a file that no job removes.
 */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { folderFiles } from '../../src/files/folder.ts'
import { s3Files } from '../../src/files/s3.ts'
import { insert } from '../../src/store/change.ts'
import { discardFile } from '../../src/store/queries/files/unreferenced.ts'
import { attachFile, formOf, multipartType, sendForm } from '../harness/files/form.ts'
import { memoryFiles } from '../harness/files/memory_files.ts'
import { ACCOUNT, BUCKET, startS3 } from '../harness/files/s3_server.ts'
import { folderFor, startProgram } from '../harness/program.ts'
import { ok } from '../harness/sample.ts'
import { type Json, type World, world } from '../harness/world.ts'

const DAY_MS = 24 * 60 * 60 * 1000
const MB = 1024 * 1024

const aTask = ({ ann, workspace }: World) => ann.create('/tasks', { workspace, name: 'Task' })

const rowsOf = async ({ store }: World) => ({
  attachments: (await store.read.db.selectFrom('attachments').select('file_key').execute()).length,
  unreferenced: (await store.read.db.selectFrom('unreferenced_files').select('key').execute()).length,
})

/** The names of all files in a folder. */
const filesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true }).flatMap(one => (one.isFile() ? one.name : []))

test('a server that is killed during uploads has each file with its row, or neither after a day', async t => {
  const folder = join(folderFor(t), 'data')
  const args = ['--data', folder]
  const server = await startProgram(t, args)
  const headers = { authorization: `Bearer ${server.token}` }
  const call = async (url: string, path: string, init: Json = {}) => {
    const response = await fetch(`${url}/api/1.0${path}`, { ...init, headers: { ...headers, ...init.headers } })
    return (await response.json()) as Json
  }
  const workspace = (await call(server.url, '/workspaces')).data[0].gid
  const task = await call(server.url, '/tasks', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ data: { workspace, name: 'Task' } }),
  })
  const parent = task.data.gid
  const content = Buffer.alloc(2 * MB, 'x')
  const body = formOf([
    { name: 'parent', content: parent },
    { name: 'file', fileName: 'a.bin', content },
  ])
  const acknowledged: string[] = []
  const upload = async () => {
    for (;;) {
      const { data } = await call(server.url, '/attachments', {
        method: 'POST',
        headers: { 'content-type': multipartType },
        body,
      })
      acknowledged.push(data.gid)
    }
  }
  const uploads = [upload(), upload(), upload(), upload()].map(one => one.catch(() => undefined))
  while (acknowledged.length < 5) await pause(5)
  await pause(Math.random() * 30)
  await server.stop('SIGKILL')
  await Promise.all(uploads)

  const again = await startProgram(t, args)
  const { data } = await call(again.url, `/attachments?parent=${parent}&limit=100&opt_fields=download_url`)
  const found = new Set(data.map(({ gid }: Json) => gid))
  for (const gid of acknowledged) assert.ok(found.has(gid), `${gid} was acknowledged`)
  for (const { download_url: address } of data) {
    const response = await fetch(address)
    assert.deepEqual([response.status, (await response.arrayBuffer()).byteLength], [200, content.length])
  }
  await again.stop('SIGTERM')
})

test('what a killed process left of an upload is removed a day later, with unfinished files', async t => {
  const folder = folderFor(t)
  const own = await world({ files: folderFiles(folder) })
  const { store, clock, jobs } = own
  const task = await aTask(own)
  await ok(attachFile(own, own.ann, task))
  // The state after a kill: the key is reserved, and the content is written in part.
  const due_at = clock.now + DAY_MS
  for (const key of ['zz/part', 'zz/whole']) {
    await store.write(tx => insert(tx, 'unreferenced_files', { key, due_at }))
  }
  mkdirSync(join(folder, 'zz'))
  for (const name of ['part.type', 'part.0123456789abcdef.part', 'whole', 'whole.type']) {
    writeFileSync(join(folder, 'zz', name), 'x')
  }
  await jobs.tick()
  assert.equal(filesIn(join(folder, 'zz')).length, 4, 'another upload may still be running')
  clock.now += DAY_MS + 60 * 60 * 1000
  await jobs.tick()
  assert.deepEqual(filesIn(join(folder, 'zz')), [])
  assert.deepEqual(await rowsOf(own), { attachments: 1, unreferenced: 0 })
  assert.equal(filesIn(folder).length, 2, 'the file of the attachment stays')
})

test('an upload that was discarded meanwhile is refused, and leaves no row', async () => {
  const files = memoryFiles()
  const own = await world({
    files: {
      ...files,
      // As a job would, if the upload took longer than a day.
      async receive(key, stream, limits) {
        const size = await files.receive(key, stream, limits)
        await own.store.write(tx => discardFile(tx, key))
        await files.remove(key)
        return size
      },
    },
  })
  assert.equal((await attachFile(own, own.ann, await aTask(own))).status, 503)
  assert.deepEqual(await rowsOf(own), { attachments: 0, unreferenced: 0 })
})

/** A file system of this size, for a test. Only root can mount one. */
function smallDisk(folder: string): boolean {
  return spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', folder]).status === 0
}

test('an upload that fills the disk answers 503 and leaves nothing, and smaller ones still work', async t => {
  const folder = folderFor(t)
  if (!smallDisk(folder)) return t.skip('only root can mount a small disk')
  try {
    const own = await world({ files: folderFiles(join(folder, 'files')) })
    const task = await aTask(own)
    const { status } = await attachFile(own, own.ann, task, { content: Buffer.alloc(3 * MB) })
    assert.equal(status, 503)
    assert.deepEqual(filesIn(folder), [])
    assert.deepEqual(await rowsOf(own), { attachments: 0, unreferenced: 0 })
    await ok(attachFile(own, own.ann, task))
  } finally {
    spawnSync('umount', [folder])
  }
})

test('a storage that fails answers 503, and the upload leaves nothing', async t => {
  const s3 = await startS3()
  t.after(() => s3.close())
  const own = await world({ files: s3Files({ endpoint: s3.endpoint, bucket: BUCKET, clock: Date.now, ...ACCOUNT }) })
  const task = await aTask(own)
  s3.fault = { status: 500, code: 'InternalError' }
  assert.equal((await attachFile(own, own.ann, task)).status, 503)
  s3.fault = null
  assert.equal(s3.objects.size, 0)
  assert.equal((await rowsOf(own)).attachments, 0)
  own.clock.now += DAY_MS + 60 * 60 * 1000
  await own.jobs.tick()
  assert.deepEqual(await rowsOf(own), { attachments: 0, unreferenced: 0 })
  const { gid } = (await ok(attachFile(own, own.ann, task))).data
  const { download_url: address } = (await ok(own.ann.get(`/attachments/${gid}`))).data
  const { pathname, search } = new URL(address)
  const download = () => own.app.inject({ method: 'GET', url: `${pathname}${search}` })
  assert.equal((await download()).payload, 'Some notes')
  s3.fault = { status: 500, code: 'InternalError' }
  assert.equal((await download()).statusCode, 503)
})

test('a storage that does not respond at all answers 503, and the upload leaves nothing', async () => {
  const s3 = await startS3()
  await s3.close()
  const own = await world({ files: s3Files({ endpoint: s3.endpoint, bucket: BUCKET, clock: Date.now, ...ACCOUNT }) })
  assert.equal((await attachFile(own, own.ann, await aTask(own))).status, 503)
  assert.equal((await rowsOf(own)).attachments, 0)
})

test('a storage that sends half of a file ends the download, so that no client takes it for the whole', async t => {
  const files = memoryFiles()
  const own = await world({
    files: {
      ...files,
      async get(key) {
        const found = await files.get(key)
        found?.stream.destroy()
        const half = async function* () {
          yield Buffer.from('Some')
          throw new Error('The storage broke off.')
        }
        return found && { ...found, stream: Readable.from(half()) }
      },
    },
  })
  const { gid } = (await ok(attachFile(own, own.ann, await aTask(own)))).data
  const url = await own.app.listen({ host: '127.0.0.1', port: 0 })
  t.after(() => own.app.close())
  const { download_url: address } = (await ok(own.ann.get(`/attachments/${gid}`))).data
  const { pathname, search } = new URL(address)
  const response = await fetch(`${url}${pathname}${search}`)
  await assert.rejects(response.arrayBuffer())
})

test('a slow storage delays only its own upload', async () => {
  const files = memoryFiles()
  const slow = Promise.withResolvers<void>()
  const own = await world({
    files: {
      ...files,
      async receive(key, stream, limits) {
        const size = await files.receive(key, stream, limits)
        if (size > 100) await slow.promise
        return size
      },
    },
  })
  const task = await aTask(own)
  const large = attachFile(own, own.ann, task, { content: 'x'.repeat(200) })
  await ok(attachFile(own, own.ann, task))
  await own.ann.create('/tasks', { workspace: own.workspace, name: 'Another' })
  slow.resolve()
  await ok(large)
  assert.equal((await rowsOf(own)).attachments, 2)
})

test('an image that would be enormous when decoded is only bytes', async () => {
  const own = await world()
  // The head of a PNG of 65535 by 65535 pixels, whose data decompresses to gigabytes.
  const content = Buffer.from('89504e470d0a1a0a0000000d494844520000ffff0000ffff0806000000', 'hex')
  const { status } = await sendForm(own, own.ann, [
    { name: 'parent', content: await aTask(own) },
    { name: 'file', fileName: 'bomb.png', type: 'image/png', content },
  ])
  assert.equal(status, 200)
})
