/** The package entry `workloom/client`: its types, both module formats, and what its bundle contains. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { createCatalog } from '../../src/catalog/catalog.ts'
import { runCommand } from '../harness/clients/run_program.ts'
import { clientFolder, compile } from './built.ts'
import { olderNode } from './older_node.ts'

const MAX_BYTES = 10_000
const types = readFileSync(join(import.meta.dirname, 'programs/types.ts'), 'utf8')

/** CommonJS, as older projects use it. */
const common = `
import client = require('workloom/client')
const w = new client.Workloom({ url: 'http://localhost' })
export const name: Promise<string> = w.getTag('1', { opt_fields: ['name'] }).then(tag => tag.name)
// @ts-expect-error: a name is a text
export const wrong: Promise<number> = w.getTag('1').then(tag => tag.name)
`

const exported = ['PagedList', 'Workloom', 'WorkloomError', 'verifyWebhook', 'webhookHandshake']
const printing = `
const client = MODULE
const names = Object.keys(client).filter(name => name !== 'default').sort()
const methods = Object.getOwnPropertyNames(client.Workloom.prototype).filter(name => name !== 'constructor')
console.log(JSON.stringify({ names, methods }))
`

const uploading = `
import { verifyWebhook, Workloom } from 'workloom/client'
const w = new Workloom({ url: process.env.URL, signal: AbortSignal.timeout(60_000) })
const data = { file: new Blob(['x']) }
const { name } = await w.createAttachmentForTask('1', { data, opt_fields: ['name'] }, { signal: AbortSignal.timeout(60_000) })
console.log(name, await verifyWebhook('secret', 'body', '00'.repeat(32)))
`

const folder = await clientFolder({
  'types.ts': types,
  'common.cts': common,
  'old.mjs': uploading,
  'modules.mjs': printing.replace('MODULE', "await import('workloom/client')"),
  'common.cjs': printing.replace('MODULE', "require('workloom/client')"),
})
const read = (name: string) => readFileSync(join(folder, 'node_modules/workloom/dist/client', name), 'utf8')

test('results follow from opt_fields, and wrong paths, members and inputs do not compile', async () => {
  assert.equal(await compile(folder, ['types.ts', 'common.cts']), '')
})

for (const file of ['modules.mjs', 'common.cjs']) {
  test(`${file} loads the client, which has a method for every operation`, async () => {
    const { code, output } = await runCommand(process.execPath, [file], folder, {})
    assert.equal(code, 0, output)
    const { names, methods } = JSON.parse(output)
    assert.deepEqual(names, exported)
    assert.deepEqual(
      methods,
      createCatalog().operations.map(({ id }) => id),
    )
  })
}

test('the client works in an older Node.js', {
  skip: olderNode ? false : 'needs Node.js 20 to 23 on PATH',
}, async () => {
  const server = createServer((request, response) => {
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify({ data: { name: `${request.method} ${request.url}` } }))
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const { code, output } = await runCommand(olderNode, ['old.mjs'], folder, { URL: url })
  server.close()
  assert.deepEqual([code, output], [0, 'POST /api/1.0/tasks/1/attachments?opt_fields=name false\n'])
})

test('the types have a method for every operation, and an interface for every type', () => {
  const text = read('index.d.cts')
  const { operations, resources } = createCatalog()
  const missing = operations.filter(({ id }) => !new RegExp(`^${id}[<(]`, 'm').test(text)).map(({ id }) => id)
  assert.deepEqual(missing, [])
  const nouns = resources.map(({ name }) => name.replace(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase()))
  assert.deepEqual(
    nouns.filter(noun => !text.includes(`export interface ${noun} {`)),
    [],
  )
})

test('the client runs in browsers: it imports nothing, and is small', () => {
  for (const name of ['index.js', 'index.cjs']) {
    const text = read(name)
    assert.doesNotMatch(text, /\bfrom ['"]|\bimport\(|\brequire\(|node:|\bprocess\b|\bBuffer\b/)
    const bytes = gzipSync(text).length
    assert.ok(bytes < MAX_BYTES, `${name} has ${bytes} bytes compressed`)
  }
})
