/** Packages on demand: a network failure skips a test, and a wrong checksum fails it. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { readdirSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join, relative } from 'node:path'
import { type TestContext, test } from 'node:test'
import { packages } from '../harness/packages.ts'
import { folderFor } from '../harness/program.ts'

const root = join(import.meta.dirname, '../..')

/** A folder that requires one package, a cache of its own, and a registry at an address. */
function wanting(t: TestContext, registry: string) {
  const [folder, cache] = [folderFor(t), folderFor(t)]
  const before = { ...process.env }
  Object.assign(process.env, {
    XDG_CACHE_HOME: cache,
    npm_config_cache: join(cache, 'npm'),
    npm_config_registry: registry,
  })
  t.after(() => {
    process.env = before
  })
  const dependencies = { leaf: '1.0.0' }
  const integrity = `sha512-${Buffer.alloc(64).toString('base64')}`
  const lockEntries = { '': { dependencies }, 'node_modules/leaf': { version: '1.0.0', integrity } }
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ dependencies }))
  writeFileSync(join(folder, 'package-lock.json'), JSON.stringify({ lockfileVersion: 3, packages: lockEntries }))
  return { path: relative(root, folder), cached: () => readdirSync(join(cache, 'workloom')) }
}

test('a test is skipped when no registry provides its packages, and nothing half installed remains', async t => {
  const { path, cached } = wanting(t, 'http://127.0.0.1:1/')
  const { skip, load } = await packages(path)
  assert.match(String(skip), /^the packages of .* cannot be fetched: .* \(ECONNREFUSED\)$/)
  assert.deepEqual([load('leaf'), cached()], [{}, []])
})

test('a test fails when packages do not match their checksum, and nothing half installed remains', async t => {
  const server = createServer(({ url = '' }, answer) => {
    const dist = { tarball: `http://127.0.0.1:${(server.address() as AddressInfo).port}/leaf.tgz` }
    const described = { name: 'leaf', versions: { '1.0.0': { name: 'leaf', version: '1.0.0', dist } } }
    answer.end(url.endsWith('.tgz') ? 'not what was promised' : JSON.stringify(described))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => server.close())
  const { path, cached } = wanting(t, `http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
  await assert.rejects(packages(path), /Installing the packages of .*EINTEGRITY/s)
  assert.deepEqual(cached(), [])
})
