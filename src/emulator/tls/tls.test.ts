/** TLS of the emulator: the authority, its limits, and tunnels. */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { get } from 'node:https'
import type { Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { connect, createServer, type PeerCertificate } from 'node:tls'
import { emulated } from '../../../test/harness/emulator/emulated.ts'
import { createLeaf } from './certificate.ts'
import { openAuthority } from './folder.ts'

const HOST = 'app.asana.com'

function temporary(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'workloom-tls-'))
  t.after(() => rmSync(folder, { recursive: true }))
  return folder
}

const hasOpenssl = spawnSync('openssl', ['version']).status === 0

test('openssl accepts a certificate for the hosts and refuses any other', { skip: !hasOpenssl }, t => {
  const folder = temporary(t)
  const { authority, files, names } = openAuthority(folder, [HOST], performance.timeOrigin)
  const verify = (host: string): string => {
    const file = join(folder, 'leaf.pem')
    writeFileSync(file, createLeaf(authority, host === HOST ? names : [host], performance.timeOrigin).certificate)
    const { stdout, stderr } = spawnSync('openssl', ['verify', '-x509_strict', '-CAfile', files.certificate, file])
    return `${stdout}${stderr}`
  }
  assert.match(verify(HOST), /leaf\.pem: OK/)
  assert.match(verify('evil.example'), /permitted subtree violation/)
  const shown = spawnSync('openssl', ['x509', '-in', files.certificate, '-noout', '-text'], { encoding: 'utf8' }).stdout
  assert.match(shown, /X509v3 Name Constraints: critical/)
  assert.match(shown, /DNS:app\.asana\.com/)
})

test('the authority is made once for the same hosts, and only its owner reads the key', t => {
  const folder = temporary(t)
  const first = openAuthority(folder, [HOST], performance.timeOrigin)
  const again = openAuthority(folder, [HOST], performance.timeOrigin)
  assert.equal(again.authority.certificate, first.authority.certificate)
  assert.equal(statSync(join(folder, 'ca_key.pem')).mode & 0o777, 0o600)
  const other = openAuthority(folder, [HOST, 'api.example.com'], performance.timeOrigin)
  assert.notEqual(other.authority.certificate, first.authority.certificate)
  assert.ok(readFileSync(other.files.bundle, 'utf8').includes(other.authority.certificate))
})

test('a client rejects a certificate of the authority for another name', async t => {
  const { authority, files } = openAuthority(temporary(t), [HOST], performance.timeOrigin)
  const leaf = createLeaf(authority, ['evil.example'], performance.timeOrigin)
  const key = String(leaf.key.export({ type: 'pkcs8', format: 'pem' }))
  const server = createServer({ cert: leaf.certificate, key }).listen(0, '127.0.0.1')
  t.after(() => server.close())
  await new Promise(done => server.once('listening', done))
  const { port } = server.address() as { port: number }
  const ca = readFileSync(files.certificate)
  const error = await new Promise<Error>(resolve => {
    connect({ port, host: '127.0.0.1', servername: 'evil.example', ca }, () => resolve(new Error('accepted'))).on(
      'error',
      resolve,
    )
  })
  assert.match(error.message, /permitted subtree violation/)
})

/** Opens a tunnel, and returns its status and socket. */
const tunnel = (port: number, path: string): Promise<{ status: number | undefined; socket: Socket }> =>
  new Promise((resolve, reject) => {
    request({ port, host: '127.0.0.1', method: 'CONNECT', path })
      .on('connect', (response, socket) => resolve({ status: response.statusCode, socket }))
      .on('error', reject)
      .end()
  })

const secureGet = (options: object): Promise<string> =>
  new Promise((resolve, reject) => {
    get({ path: '/api/1.0/users/me', headers: { authorization: 'Bearer ann-token' }, ...options }, response => {
      let text = ''
      response.setEncoding('utf8').on('data', part => {
        text += part
      })
      response.on('end', () => resolve(text))
    }).on('error', reject)
  })

test('the API is served over TLS, and in tunnels to the intercepted hosts only', async t => {
  const folder = temporary(t)
  const e = await emulated({ tls: { folder, hosts: [HOST] } })
  const port = Number(new URL(await e.emulator.listen({ host: '127.0.0.1', port: 0 })).port)
  const securePort = await e.emulator.listenWithTls({ host: '127.0.0.1', port: 0 })
  const ca = readFileSync(join(folder, 'ca.pem'))
  assert.match(await secureGet({ port: securePort, host: 'localhost', ca, agent: false }), /Ann Lee/)
  const refused = await tunnel(port, 'www.example.com:443')
  assert.equal(refused.status, 403)
  refused.socket.destroy()
  const { status, socket } = await tunnel(port, `${HOST}:443`)
  assert.equal(status, 200)
  const secure = connect({ socket, servername: HOST, ca })
  const text = await secureGet({ createConnection: () => secure, host: HOST })
  assert.match(text, /Ann Lee/)
  socket.destroy()
  assert.equal((await e.control('GET', '/requests?operation=getUser&count=1')).data.count, 2)
})

test('a running emulator replaces its certificate in time, for clients with and without a name', async t => {
  let now = performance.timeOrigin
  const e = await emulated({ tls: { folder: temporary(t), hosts: [HOST] }, clock: () => now })
  const port = await e.emulator.listenWithTls({ host: '127.0.0.1', port: 0 })
  const shown = (servername?: string): Promise<PeerCertificate> =>
    new Promise((resolve, reject) => {
      const name = servername === undefined ? {} : { servername }
      // The time of the client is real: it would not accept a certificate of next month.
      const socket = connect({ port, host: '127.0.0.1', ...name, rejectUnauthorized: false }, () => {
        resolve(socket.getPeerCertificate())
        socket.destroy()
      }).on('error', reject)
    })
  const DAY_MS = 86_400_000
  const first = await shown(HOST)
  assert.equal((await shown()).serialNumber, first.serialNumber)
  now += 14 * DAY_MS
  assert.equal((await shown()).serialNumber, first.serialNumber)
  now += 2 * DAY_MS
  const second = await shown()
  assert.notEqual(second.serialNumber, first.serialNumber)
  assert.equal(Date.parse(second.valid_to) - Date.parse(first.valid_to), 16 * DAY_MS)
  assert.equal((await shown(HOST)).serialNumber, second.serialNumber)
})
