/** File storages: the behaviour that they share, and that of each. */
import assert from 'node:assert/strict'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { after, test } from 'node:test'
import { ACCOUNT, BUCKET, startS3 } from '../../test/harness/files/s3_server.ts'
import { ApiError } from '../lib/errors.ts'
import { type Files, WrongSize } from './files.ts'
import { folderFiles } from './folder.ts'
import { s3Files } from './s3.ts'

const NOW = Date.UTC(2026, 0, 5, 6, 7, 8)

function aFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'workloom-files-'))
  after(() => rmSync(folder, { recursive: true, force: true }))
  return { folder, files: folderFiles(join(folder, 'files')) }
}

async function aStorage(more = {}) {
  const s3 = await startS3()
  after(() => s3.close())
  const files = s3Files({ endpoint: s3.endpoint, bucket: BUCKET, clock: () => NOW, ...ACCOUNT, ...more })
  return { s3, files }
}

const places: Record<string, () => Promise<Files>> = {
  'a folder': async () => aFolder().files,
  'a storage': async () => (await aStorage()).files,
}

const streamOf = (content: Uint8Array | string) => Readable.from([Buffer.from(content)])
const png = (content: Uint8Array | string) => ({ type: 'image/png', size: Buffer.byteLength(content) })
const all = (bytes: number) => Buffer.from(Array.from({ length: bytes }, (_, at) => at % 251))
const isDown = (error: unknown) => error instanceof ApiError && error.status === 503

async function kept(files: Files, key: string) {
  const found = await files.get(key)
  return found && { ...found, stream: await buffer(found.stream) }
}

for (const [name, make] of Object.entries(places)) {
  test(`${name} returns a stored file with its type and size`, async () => {
    const files = await make()
    const content = all(300_000)
    await files.put('12/1200000000000042', Readable.from([content.subarray(0, 7), content.subarray(7)]), png(content))
    assert.deepEqual(await kept(files, '12/1200000000000042'), { ...png(content), stream: content })
    const type = 'text/plain; charset=utf-8'
    await files.put('empty', Readable.from([]), { type, size: 0 })
    assert.deepEqual(await kept(files, 'empty'), { type, size: 0, stream: Buffer.alloc(0) })
  })

  test(`${name} returns a part of a file with the size of the whole`, async () => {
    const files = await make()
    await files.put('a', streamOf('0123456789'), png('0123456789'))
    const found = await files.get('a', { first: 3, last: 5 })
    assert.deepEqual([found?.size, found && String(await buffer(found.stream))], [10, '345'])
    const end = await files.get('a', { first: 9, last: 9 })
    assert.equal(end && String(await buffer(end.stream)), '9')
    await assert.rejects(files.get('a', { first: 10, last: 10 }), RangeError)
    await assert.rejects(files.get('a', { first: 5, last: 4 }), RangeError)
  })

  test(`${name} replaces a file with the same key`, async () => {
    const files = await make()
    await files.put('a', streamOf('one'), png('one'))
    await files.put('a', streamOf('three'), { type: 'text/plain', size: 5 })
    assert.deepEqual(await kept(files, 'a'), { type: 'text/plain', size: 5, stream: Buffer.from('three') })
  })

  test(`${name} returns nothing for a removed or unknown key`, async () => {
    const files = await make()
    await files.put('a/b', streamOf('one'), png('one'))
    await files.remove('a/b')
    await files.remove('a/b')
    assert.equal(await files.get('a/b'), undefined)
    assert.equal(await files.get('never', { first: 0, last: 0 }), undefined)
  })

  test(`${name} stores nothing of a stream that is too short, too long, or broken`, async () => {
    const files = await make()
    await assert.rejects(files.put('a', streamOf('one'), { type: 'text/plain', size: 4 }), WrongSize)
    await assert.rejects(files.put('a', streamOf('three'), { type: 'text/plain', size: 4 }), WrongSize)
    await assert.rejects(files.put('a', streamOf('one'), { type: 'text/plain', size: 0 }), WrongSize)
    const broken = Readable.from(
      (async function* () {
        yield Buffer.from('on')
        throw new Error('The client has gone.')
      })(),
    )
    await assert.rejects(files.put('a', broken, { type: 'text/plain', size: 3 }), /The client has gone/)
    assert.equal(await files.get('a'), undefined)
  })

  test(`${name} refuses invalid keys and types`, async () => {
    const files = await make()
    const keys = ['', '/etc/passwd', '../a', 'a/../../b', 'a//b', 'a/', 'a.type', 'a\\b', 'a b', 'a\0', 'a?b', 'ä']
    for (const key of [...keys, 'x'.repeat(201)]) {
      await assert.rejects(files.put(key, streamOf('one'), png('one')), /Not a key/, key)
      await assert.rejects(files.get(key), /Not a key/, key)
      await assert.rejects(files.remove(key), /Not a key/, key)
    }
    for (const type of ['', 'png', 'image/png\r\nX-Evil: 1', 'image/png; ä', `a/${'x'.repeat(200)}`]) {
      await assert.rejects(files.put('a', streamOf('one'), { type, size: 3 }), /Not a type/, type)
    }
    assert.equal(await files.get('a'), undefined)
  })
}

test('a folder contains the exact bytes of each file, readable only by its owner, and no unfinished file', async () => {
  const { folder, files } = aFolder()
  await files.put('12/34', streamOf('one'), png('one'))
  await assert.rejects(files.put('12/35', streamOf('one'), { type: 'text/plain', size: 9 }))
  assert.equal(readFileSync(join(folder, 'files/12/34'), 'utf8'), 'one')
  assert.equal(statSync(join(folder, 'files/12/34')).mode & 0o777, 0o600)
  assert.deepEqual(readdirSync(join(folder, 'files/12')).sort(), ['34', '34.type', '35.type'])
})

test('a folder that cannot be used answers 503', async () => {
  const { folder, files } = aFolder()
  writeFileSync(join(folder, 'files'), 'a file where the folder should be')
  await assert.rejects(files.put('a', streamOf('one'), png('one')), isDown)
  await assert.rejects(files.get('a'), isDown)
  await assert.rejects(files.remove('a'), isDown)
  assert.ok(!existsSync(join(folder, 'a')))
})

test('requests to a storage have the bucket in the path and the length of the content', async () => {
  const { s3, files } = await aStorage()
  await files.put('12/34', streamOf('one'), png('one'))
  const [{ method, path, headers }] = s3.requests as [(typeof s3.requests)[0]]
  assert.deepEqual([method, path], ['PUT', '/files/12/34'])
  assert.equal(headers['content-length'], '3')
  assert.equal(headers['transfer-encoding'], undefined)
  assert.equal(headers['content-type'], 'image/png')
  assert.equal(headers['x-amz-date'], '20260105T060708Z')
  assert.equal(headers['x-amz-content-sha256'], 'UNSIGNED-PAYLOAD')
  assert.match(
    String(headers.authorization),
    /^AWS4-HMAC-SHA256 Credential=TESTKEY\/20260105\/eu-north-1\/s3\/aws4_request, /,
  )
})

test('a storage that refuses, fails or is unreachable answers 503, and the log has the cause', async () => {
  const { s3, files } = await aStorage()
  for (const fault of [
    { status: 500, code: 'InternalError' },
    { status: 403, code: 'AccessDenied' },
    { status: 404, code: 'NoSuchBucket' },
    { status: 307, code: 'TemporaryRedirect' },
  ]) {
    s3.fault = fault
    const hasCause = (error: unknown) => isDown(error) && String((error as Error).cause).includes(fault.code)
    await assert.rejects(files.put('a', streamOf('one'), png('one')), hasCause, fault.code)
    await assert.rejects(files.get('a'), hasCause, fault.code)
    await assert.rejects(files.remove('a'), hasCause, fault.code)
  }
  await s3.close()
  await assert.rejects(files.get('a'), isDown)
  await assert.rejects(files.put('a', streamOf('one'), png('one')), isDown)
})

test('a storage refuses a wrong secret, and no error contains it', async () => {
  const { s3, files } = await aStorage({ secretAccessKey: 'another-secret' })
  const hasCause = (error: unknown) =>
    isDown(error) &&
    /SignatureDoesNotMatch/.test(String((error as Error).cause)) &&
    !/another-secret/.test(String(error))
  await assert.rejects(files.put('a', streamOf('one'), png('one')), hasCause)
  assert.equal(s3.objects.size, 0)
})

test('a storage on another machine requires TLS', () => {
  const wanted = { bucket: BUCKET, clock: () => NOW, ...ACCOUNT }
  assert.throws(() => s3Files({ endpoint: 'http://s3.example.com', ...wanted }), /by https/)
  assert.throws(() => s3Files({ endpoint: 'http://127.0.0.1.example.com', ...wanted }), /by https/)
  assert.ok(s3Files({ endpoint: 'https://s3.example.com', ...wanted }))
})
