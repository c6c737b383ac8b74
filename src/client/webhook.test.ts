/** The handshake and the signatures of webhooks. */
import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { test } from 'node:test'
import { verifyWebhook, webhookHandshake } from './webhook.ts'

const body = '{"events":[{"action":"changed","text":"Grüße"}]}'
const signature = createHmac('sha256', 'secret').update(body).digest('hex')

test('a signature is valid for exactly this secret and these bytes', async () => {
  const bytes = new TextEncoder().encode(body)
  for (const raw of [body, bytes, bytes.buffer]) assert.equal(await verifyWebhook('secret', raw, signature), true)
  assert.equal(await verifyWebhook('Secret', body, signature), false)
  for (const at of bytes.keys()) {
    const changed = bytes.slice()
    changed[at] = (changed[at] ?? 0) ^ 1
    assert.equal(await verifyWebhook('secret', changed, signature), false)
  }
})

test('a text that is no signature is invalid', async () => {
  const others = [null, undefined, '', 'x', signature.slice(1), `${signature}00`, signature.replace(/./, 'g')]
  for (const one of others) assert.equal(await verifyWebhook('secret', body, one), false)
  assert.equal(await verifyWebhook('secret', body, signature.toUpperCase()), true)
})

test('a handshake is answered with its secret, as a response or as headers', () => {
  for (const headers of [new Headers({ 'X-Hook-Secret': 's' }), { 'x-hook-secret': 's' }, { 'X-Hook-Secret': ['s'] }]) {
    const found = webhookHandshake({ headers })
    assert.deepEqual([found?.secret, found?.headers], ['s', { 'X-Hook-Secret': 's' }])
    assert.deepEqual([found?.response.status, found?.response.headers.get('x-hook-secret')], [200, 's'])
  }
  assert.equal(webhookHandshake({ headers: { 'x-hook-signature': 'x' } }), null)
})
