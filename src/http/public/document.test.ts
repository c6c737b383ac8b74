import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { gunzipSync } from 'node:zlib'
import Fastify from 'fastify'
import { serveDocument } from './document.ts'

const TEXT = JSON.stringify({ openapi: 'x'.repeat(5000) })

function served(t: TestContext) {
  const server = Fastify()
  const counted = { written: 0 }
  serveDocument(server, '/document', () => {
    counted.written++
    return TEXT
  })
  t.after(() => server.close())
  const ask = (headers: Record<string, string>) => server.inject({ url: '/document', headers })
  return { ask, counted }
}

test('a document is written once and compressed once', async t => {
  const { ask, counted } = served(t)
  const answers = await Promise.all(Array.from({ length: 5 }, () => ask({ 'accept-encoding': 'gzip, deflate, br' })))
  assert.equal(counted.written, 1)
  const [first] = answers
  assert.ok(first)
  assert.equal(gunzipSync(first.rawPayload).toString(), TEXT)
  for (const { rawPayload, headers } of answers) {
    assert.ok(rawPayload.equals(first.rawPayload))
    assert.deepEqual([headers['content-encoding'], headers.vary], ['gzip', 'accept-encoding'])
  }
})

test('a document is sent uncompressed to clients without gzip', async t => {
  const { ask } = served(t)
  for (const encoding of ['', 'identity', 'deflate', 'br', 'gzip;q=0', '*, gzip;q=0.0', 'gzipped']) {
    const { headers, payload } = await ask({ 'accept-encoding': encoding })
    assert.deepEqual([headers['content-encoding'], payload], [undefined, TEXT], encoding)
  }
  for (const encoding of ['gzip', 'GZIP;q=0.5', 'br;q=1, *']) {
    assert.equal((await ask({ 'accept-encoding': encoding })).headers['content-encoding'], 'gzip', encoding)
  }
})

test('a document that the client has is not sent again', async t => {
  const { ask } = served(t)
  const tag = String((await ask({})).headers.etag)
  assert.match(tag, /^W\/"\w{32}"$/)
  for (const known of [tag, tag.slice(2), `"other", ${tag}`, '*']) {
    const { statusCode, payload, headers } = await ask({ 'if-none-match': known })
    assert.deepEqual([statusCode, payload, headers.etag], [304, '', tag], known)
  }
  for (const unknown of ['"other"', tag.replace(/"\w/, '"-')]) {
    assert.equal((await ask({ 'if-none-match': unknown })).statusCode, 200, unknown)
  }
})
