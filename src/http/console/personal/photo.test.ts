/** Photos of people: who may set them, what they may contain, and how they are shown and served. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { memoryFiles } from '../../../../test/harness/files/memory_files.ts'
import { inboxOf } from '../../../../test/harness/inbox.ts'
import { ok } from '../../../../test/harness/sample.ts'
import { pageHeaders, signedIn, type Visitor } from '../../../../test/harness/sign_in/console.ts'
import { type Person, type World, world } from '../../../../test/harness/world.ts'

const DAY_MS = 24 * 60 * 60 * 1000

/** A PNG header with this size, and some content. */
function aPng(width = 256, height = 256, content = 'pixels'): Buffer {
  const head = Buffer.from('89504e470d0a1a0a0000000d4948445200000000000000000806000000', 'hex')
  head.writeUInt32BE(width, 16)
  head.writeUInt32BE(height, 20)
  return Buffer.concat([head, Buffer.from(content)])
}

const files = memoryFiles()
const all = await world({ files })

const upload = ({ session }: Pick<Visitor, 'session'>, payload: Buffer | string, type = 'image/png', { app } = all) =>
  app.inject({
    ...{ method: 'PUT', url: '/-/photo', payload },
    headers: { ...pageHeaders(session), 'content-type': type },
  })

const pathOf = (address: string) => new URL(address).pathname
const open = (path: string, headers: Record<string, string> = {}, { app }: Pick<World, 'app'> = all) =>
  app.inject({ method: 'GET', url: path, headers })
const photoOf = async (reader: Person, gid: string) =>
  (await ok(reader.get(`/users/${gid}?opt_fields=photo`))).data.photo

test('a photo is shown in all sizes to people who see the person, in their session, and to OpenID clients', async () => {
  const ann = await signedIn(all, all.ann)
  const content = aPng()
  const answer = await upload(ann, content)
  assert.equal(answer.statusCode, 200, answer.body)
  const { photo: path } = answer.json().data
  assert.match(path, new RegExp(`^/-/photos/${all.ann.gid}/[0-9a-f]{32}$`))
  const shown = await photoOf(all.ben, all.ann.gid)
  assert.deepEqual(Object.keys(shown), [
    ...['image_21x21', 'image_27x27', 'image_36x36', 'image_60x60', 'image_128x128', 'image_1024x1024'],
  ])
  assert.deepEqual(new Set(Object.values<string>(shown).map(pathOf)), new Set([path]))
  assert.equal((await ok(ann.get('/session'))).data.user.photo, path)
  const { body } = await open('/api/1.0/openid_connect/userinfo', { authorization: `Bearer ${all.ann.token}` })
  assert.equal(pathOf(JSON.parse(body).picture), path)
  await all.ann.create('/tasks', { workspace: all.workspace, name: 'T', assignee: all.ben.gid })
  assert.equal((await inboxOf(all, await signedIn(all, all.ben)))[0]?.actor.photo, path)
  // Neither a token nor a session is needed, and the browser runs nothing of it.
  const served = await open(path)
  assert.deepEqual(served.rawPayload, content)
  assert.equal(served.headers['content-type'], 'image/png')
  assert.equal(served.headers['x-content-type-options'], 'nosniff')
  assert.match(String(served.headers['content-security-policy']), /default-src 'none'.*sandbox/)
  assert.match(String(served.headers['cache-control']), /^private, .*immutable/)
  assert.equal((await open(path, { 'if-none-match': String(served.headers.etag) })).statusCode, 304)
  const head = await all.app.inject({ method: 'HEAD', url: path })
  assert.deepEqual([head.statusCode, head.headers['content-length'], head.body], [200, String(content.length), ''])
})

test('a replaced and a deleted photo have no address anymore, and a job removes the files', async () => {
  const own = await world({ files: memoryFiles() })
  const ann = await signedIn(own, own.ann)
  const stored = own.files as ReturnType<typeof memoryFiles>
  const first = (await upload(ann, aPng(), 'image/png', own)).json().data.photo
  const second = (await upload(ann, aPng(64, 64), 'image/png', own)).json().data.photo
  assert.equal((await open(first, {}, own)).statusCode, 404)
  assert.equal((await open(second, {}, own)).statusCode, 200)
  assert.deepEqual((await ok(ann.delete('/photo'))).data, { photo: null })
  assert.equal((await open(second, {}, own)).statusCode, 404)
  assert.equal(await photoOf(own.ann, own.ann.gid), null)
  assert.equal(stored.stored.size, 2)
  own.clock.now += DAY_MS + 1
  await own.jobs.tick()
  assert.equal(stored.stored.size, 0)
})

test('the file of a present photo is not removed', async () => {
  const own = await world({ files: memoryFiles() })
  const ann = await signedIn(own, own.ann)
  const path = (await upload(ann, aPng(), 'image/png', own)).json().data.photo
  own.clock.now += 3 * DAY_MS
  await own.jobs.tick()
  assert.equal((await open(path, {}, own)).statusCode, 200)
})

test('only the content decides what is a photo: SVG, HTML and other bytes are refused under any type', async () => {
  const ben = await signedIn(all, all.ben)
  const count = files.stored.size
  const hostile = [
    '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>',
    '<?xml version="1.0"?><svg/>',
    '<html><script>alert(1)</script></html>',
    '%PDF-1.7',
    '',
    'GIF89',
    '{"data":{"photo":"x"}}',
  ]
  for (const content of hostile) {
    for (const type of ['image/png', 'image/svg+xml', 'text/html', 'application/json']) {
      const { statusCode, body } = await upload(ben, content, type)
      assert.deepEqual(
        [statusCode, JSON.parse(body).errors[0].message],
        [400, 'photo: Must be a PNG, JPEG, GIF or WebP image'],
      )
    }
  }
  assert.equal(files.stored.size, count)
  assert.equal(await photoOf(all.ben, all.ben.gid), null)
  // An image that continues as a page is served as an image.
  const path = (await upload(ben, aPng(9, 9, '<script>alert(1)</script>'), 'text/html')).json().data.photo
  assert.equal((await open(path)).headers['content-type'], 'image/png')
  await ok(ben.delete('/photo'))
})

test('an image with too many pixels or bytes is refused without being decoded', async () => {
  const ben = await signedIn(all, all.ben)
  for (const size of [aPng(2049, 10), aPng(10, 2049), aPng(0xffffffff, 0xffffffff)]) {
    assert.match((await upload(ben, size)).body, /photo: Must be at most 2048 × 2048 pixels/)
  }
  assert.equal((await upload(ben, aPng(0, 10))).statusCode, 400)
  const long = await upload(ben, Buffer.concat([aPng(), Buffer.alloc(5 * 1024 * 1024)]))
  assert.equal(long.statusCode, 413)
  assert.match(long.body, /Send less than 5 MB/)
})

test('people without a session, from other sites and strangers change nothing and guess no address', async () => {
  const ann = await signedIn(all, all.ann)
  const { photo: path } = (await upload(ann, aPng())).json().data
  for (const headers of [{}, { authorization: `Bearer ${all.ann.token}`, 'x-requested-with': 'a' }]) {
    const answer = await all.app.inject({ method: 'PUT', url: '/-/photo', payload: aPng(), headers })
    assert.equal(answer.statusCode, 401)
  }
  const elsewhere = { ...pageHeaders(ann.session), 'sec-fetch-site': 'cross-site' }
  assert.equal((await all.app.inject({ method: 'DELETE', url: '/-/photo', headers: elsewhere })).statusCode, 401)
  // A long body is refused before it is read.
  const long = { method: 'PUT', url: '/-/photo', payload: Buffer.alloc(9 * 1024 * 1024), headers: {} } as const
  assert.equal((await all.app.inject(long)).statusCode, 401)
  const stranger = await all.person('Stranger')
  assert.equal((await ok((await signedIn(all, stranger)).delete('/photo'))).status, 200)
  assert.equal((await open(path)).statusCode, 200)
  const guesses = [`/-/photos/${all.ann.gid}/${'0'.repeat(32)}`, path.replace(all.ann.gid, all.ben.gid)]
  for (const guess of [...guesses, '/-/photos/x/y', `/-/photos/${all.ann.gid}/..%2f..%2fab`, `${path}x`]) {
    assert.equal((await open(guess)).statusCode, 404, guess)
  }
})
