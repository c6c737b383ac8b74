/** The webhook client: it returns one reply in time for every behaviour of a target, and reaches no private address. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type ReceiverBehavior, receiver } from '../../test/harness/receiver.ts'
import { createWebhookClient, type HostResolver } from './webhook_client.ts'

const open = createWebhookClient({ allowPrivate: true })
const call = async (behave: ReceiverBehavior, client = open) => client((await receiver(behave)).url, {}, '{}')

test('a reply has the status and the beginning of the body', async () => {
  const reply = await call(response => response.writeHead(418, { 'X-Hook-Secret': 'abc' }).end('short and stout'))
  assert.deepEqual(reply, { status: 418, secret: 'abc', text: 'short and stout', error: null, isRefused: false })
})

test('a reply has only the first four kilobytes of a large body', async () => {
  let sent = 0
  const { status, text } = await call(response => {
    const more = () => {
      while (sent < 64 * 2 ** 20) {
        sent += 65_536
        if (!response.write('x'.repeat(65_536))) return void response.once('drain', more)
      }
      response.end()
    }
    more()
  })
  assert.deepEqual([status, text.length], [200, 4096])
  assert.ok(sent < 64 * 2 ** 20, 'the client does not read to the end')
})

test('a redirect is not followed', async () => {
  const elsewhere = await receiver()
  const { status } = await call(response => response.writeHead(307, { location: elsewhere.url }).end())
  assert.deepEqual([status, elsewhere.requests.length], [307, 0])
})

const endless: Record<string, ReceiverBehavior> = {
  'never answers': () => {},
  'answers byte by byte': response => {
    const timer = setInterval(() => response.write('x'), 20)
    response.on('close', () => clearInterval(timer))
  },
  'says that it will go on, for ever': response => {
    const timer = setInterval(() => response.writeProcessing(), 20)
    response.on('close', () => clearInterval(timer))
  },
}

for (const [what, behave] of Object.entries(endless)) {
  test(`a connection to a target that ${what} is closed`, async () => {
    const impatient = createWebhookClient({ allowPrivate: true, timeoutMs: 400 })
    const { status, error } = await call(behave, impatient)
    assert.deepEqual([status, error], [null, 'No answer within 0.4 seconds.'])
  })
}

const broken: Record<string, ReceiverBehavior> = {
  'hangs up': (_response, _got, request) => request.socket.destroy(),
  'hangs up in the middle': (response, _got, request) => {
    response.writeHead(200, { 'content-length': '100' }).write('half of')
    setTimeout(() => request.socket.destroy(), 20)
  },
  'speaks something else': (_response, _got, request) => request.socket.end('SSH-2.0-OpenSSH_9.9\r\n'),
  'changes the protocol': (_response, _got, request) =>
    request.socket.end('HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: x\r\n\r\n'),
  'has too much to say in its head': response => response.writeHead(200, { long: 'x'.repeat(20_000) }).end(),
}

for (const [what, behave] of Object.entries(broken)) {
  test(`a target that ${what} gives no reply`, async () => {
    const { status, error, isRefused } = await call(behave)
    assert.equal(status, null)
    assert.ok(error)
    assert.equal(isRefused, false)
  })
}

test('a target that refuses the connection gives no reply', async () => {
  assert.equal((await open('http://127.0.0.1:1/', {}, '{}')).error, 'It refused the connection.')
})

test('a name is resolved once, and the connection uses that address', async () => {
  const { url, requests } = await receiver()
  const asked: string[] = []
  const changing: HostResolver = (host, done) => {
    asked.push(host)
    done(null, [{ address: asked.length === 1 ? '127.0.0.1' : '192.0.2.1', family: 4 }])
  }
  const post = createWebhookClient({ allowPrivate: true, resolve: changing })
  const { status } = await post(url.replace('127.0.0.1', 'rebinding.example.com'), {}, '{}')
  assert.deepEqual([status, asked, requests.length], [200, ['rebinding.example.com'], 1])
  assert.equal(requests[0]?.headers.host, `rebinding.example.com:${new URL(url).port}`)
})

test('a name with a private address is refused, also when it has public ones', async () => {
  const { url, requests } = await receiver()
  const addresses = ['93.184.216.34', '127.0.0.1'].map(address => ({ address, family: 4 }))
  for (const found of [addresses, addresses.toReversed(), [{ address: '::1', family: 6 }]]) {
    const post = createWebhookClient({ allowPrivate: false, resolve: (_host, done) => done(null, found) })
    const reply = await post(url.replace('127.0.0.1', 'inside.example.com'), {}, '{}')
    assert.deepEqual([reply.isRefused, reply.error], [true, 'It has no public address.'])
  }
  assert.equal(requests.length, 0)
})

test('an unknown name and a name with a private address have different errors only when private addresses are allowed', async () => {
  const logged: Record<string, unknown>[] = []
  const log = (line: Record<string, unknown>) => void logged.push(line)
  const resolvers: Record<string, HostResolver> = {
    'slow.example.com': () => {},
    'none.example.com': (_host, done) => done(new Error('ENOTFOUND'), []),
    'empty.example.com': (_host, done) => done(null, []),
    'inside.example.com': (_host, done) => done(null, [{ address: '127.0.0.1', family: 4 }]),
  }
  const resolve: HostResolver = (host, done) => resolvers[host]?.(host, done)
  const closed = createWebhookClient({ allowPrivate: false, timeoutMs: 200, resolve, log })
  const names = Object.keys(resolvers)
  const replies = await Promise.all([...names, '127.0.0.1'].map(host => closed(`http://${host}:1/`, {}, '{}')))
  for (const reply of replies) assert.deepEqual(reply, replies[0])
  assert.deepEqual([replies[0]?.isRefused, replies[0]?.error], [true, 'It has no public address.'])
  assert.equal(logged.length, names.length + 1)
  for (const { message } of logged) assert.match(String(message), /--allow-private-targets/)
  const allowed = { allowPrivate: true, resolve, log }
  const [patient, impatient] = [createWebhookClient(allowed), createWebhookClient({ ...allowed, timeoutMs: 200 })]
  const errorOf = async (host: string) => {
    const post = host === 'slow.example.com' ? impatient : patient
    return (await post(`http://${host}:1/`, {}, '{}')).error
  }
  const errors = await Promise.all(names.map(errorOf))
  const NOT_FOUND = 'Its name was not found.'
  assert.deepEqual(errors, [NOT_FOUND, NOT_FOUND, NOT_FOUND, 'It refused the connection.'])
  assert.equal(logged.length, names.length + 1)
})

test('a client that may not call public addresses refuses them, by number and by name', async () => {
  const resolve: HostResolver = (host, done) =>
    done(null, [{ address: host === 'public.test' ? '1.1.1.1' : '127.0.0.1', family: 4 }])
  const post = createWebhookClient({ allowPrivate: true, allowPublic: false, resolve })
  for (const target of ['http://1.1.1.1/', 'http://[2606:4700::1]/', 'http://public.test/']) {
    const { status, error, isRefused } = await post(target, {}, '{}')
    assert.deepEqual([status, isRefused, /public address/.test(error ?? '')], [null, true, true], target)
  }
  const { error } = await post('http://private.test:1/', {}, '{}')
  assert.equal(error, 'It refused the connection.')
})
