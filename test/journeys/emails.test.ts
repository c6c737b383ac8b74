/** E-mails of a server that runs without a mail server: the operator reads them. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { folderFor, startProgram } from '../harness/program.ts'
import { acceptAll, receiver } from '../harness/receiver.ts'
import type { Json } from '../harness/world.ts'

test('the owner of a webhook that ends gets an e-mail', async t => {
  const server = await startProgram(t, ['--data', folderFor(t), '--allow-private-targets'])
  const ask = async (path: string, data?: Json): Promise<Json> => {
    const headers = { authorization: `Bearer ${server.token}`, 'content-type': 'application/json' }
    const sent = data ? { method: 'POST', body: JSON.stringify({ data }) } : {}
    return ((await (await fetch(`${server.url}/api/1.0${path}`, { headers, ...sent })).json()) as Json).data
  }
  const refused = Promise.withResolvers<void>()
  // The target accepts the handshake, and answers 410 to a delivery.
  const target = await receiver((response, got, request) => {
    if (got.headers['x-hook-secret']) return acceptAll(response, got, request)
    response.writeHead(410).end(() => refused.resolve())
  })
  const workspace = (await ask('/workspaces'))[0].gid
  const project = await ask('/projects', { name: 'P', workspace, privacy_setting: 'private' })
  const { gid } = await ask('/webhooks', { resource: project.gid, target: target.url })
  await refused.promise
  const { code, out } = await server.stop('SIGTERM')
  assert.equal(code, 0)
  assert.match(
    out,
    new RegExp(`For admin@example.com:\n\nHello admin,\n\nYour webhook ${gid} to 127.0.0.1:\\d+ was deleted`),
  )
})
