/** Multipart bodies: every form of a file name, and bodies that are hostile or break off. None leaves a file. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { test } from 'node:test'
import { type FormPart, formOf, multipartType, sendForm } from '../harness/files/form.ts'
import { type MemoryFiles, memoryFiles } from '../harness/files/memory_files.ts'
import { until } from '../harness/until.ts'
import { type World, world } from '../harness/world.ts'

const MB = 1024 * 1024

const all = await world({ files: memoryFiles() })
const { ann, workspace } = all
const { stored } = all.files as MemoryFiles

async function portOf({ app }: World): Promise<number> {
  await app.listen({ host: '127.0.0.1', port: 0 })
  return (app.server.address() as { port: number }).port
}

const port = await portOf(all)
const task = await ann.create('/tasks', { workspace, name: 'Task' })
const parent: FormPart = { name: 'parent', content: task }
const file: FormPart = { name: 'file', fileName: 'a.txt', content: 'x' }

/** The bytes of a text, as the characters of a header. */
const bytes = (text: string) => Buffer.from(text).toString('latin1')

const names: [parameter: string, name: string | undefined][] = [
  ['filename="plain.txt"', 'plain.txt'],
  ['filename=bare.txt', 'bare.txt'],
  ['filename="two words.txt"', 'two words.txt'],
  ['FILENAME="upper.txt"', 'upper.txt'],
  [`filename="${bytes('größe 日本.txt')}"`, 'größe 日本.txt'],
  ['filename="latin-\xe4.txt"', 'latin-ä.txt'],
  ['filename="%E2%82%AC%20rates.txt"', '€ rates.txt'],
  ['filename="100%.txt"', '100%.txt'],
  ['filename="100%25.txt"', '100%.txt'],
  ["filename*=UTF-8''%e2%82%ac.txt", '€.txt'],
  ["filename*=utf-8'en'a%20b.txt", 'a b.txt'],
  ["filename*=iso-8859-1''%e4.txt", 'ä.txt'],
  ['filename="fallback.txt"; filename*=UTF-8\'\'%e2%82%ac.txt', '€.txt'],
  ['filename*=UTF-8\'\'%e2%82%ac.txt; filename="fallback.txt"', '€.txt'],
  ['filename="fallback.txt"; filename*=UTF-8\'\'%ff.txt', 'fallback.txt'],
  ['filename="=?utf-8?B?w6QudHh0?="', 'ä.txt'],
  ['filename="=?UTF-8?Q?=C3=A4_b.txt?="', 'ä b.txt'],
  ['filename="say \\"hi\\".txt"', 'say "hi".txt'],
  ['filename="say %22hi%22.txt"', 'say "hi".txt'],
  ['filename="semi;colon.txt"', 'semi;colon.txt'],
  ['filename="../../etc/passwd"', 'passwd'],
  ['filename="%2e%2e%2f%2e%2e%2fetc%2fpasswd"', 'passwd'],
  ['filename="C:\\Users\\ann\\report.txt"', 'report.txt'],
  ['filename="nul\0byte.txt"', 'nulbyte.txt'],
  ['filename="a%00b.txt"', 'ab.txt'],
  ['filename="line%0D%0Abreak.txt"', 'linebreak.txt'],
  [`filename="${bytes('exe\u202Etxt.png')}"`, 'exetxt.png'],
  ['filename="/etc/"', undefined],
  ['filename=".."', undefined],
  ['filename="."', undefined],
  ['filename=""', undefined],
]

test('a file name is decoded in every form that clients send, without its path and control characters', async () => {
  for (const [parameter, name] of names) {
    const part = { ...file, disposition: `form-data; name="file"; ${parameter}` }
    const { status, data, message } = await sendForm(all, ann, [parent, part])
    if (name === undefined) assert.deepEqual([status, message], [400, 'file: Missing input'], parameter)
    else assert.deepEqual([status, data?.name], [200, name], parameter)
  }
})

test('a file name has at most 255 characters', async () => {
  const named = (length: number) => sendForm(all, ann, [parent, { ...file, fileName: 'x'.repeat(length) }])
  assert.deepEqual([(await named(255)).status, (await named(256)).status], [200, 400])
})

const head = (more: string, { token } = ann) =>
  `POST /api/1.0/attachments HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\nContent-Type: ${multipartType}\r\n${more}\r\n`

/** Sends a request, optionally without its end, and returns the status; undefined when the server only disconnects. */
const statusOf = (content: Buffer | Buffer[], more: string, closes = false) =>
  statusOfBytes(port, [Buffer.from(head(more)), ...[content].flat()], closes)

async function statusOfBytes(to: number, bytes: readonly Buffer[], closes = false): Promise<string | undefined> {
  const socket = connect(to, '127.0.0.1')
  let answer = ''
  socket.on('data', chunk => {
    answer += chunk
    if (answer.includes('\r\n\r\n')) socket.destroySoon()
  })
  socket.on('error', () => undefined)
  // `events.once` would reject when the server closes the connection before it has read everything.
  const closed = new Promise(resolve => socket.once('close', resolve))
  for (const chunk of bytes) socket.write(chunk)
  if (closes) setTimeout(() => socket.destroy(), 30)
  await closed
  return /^HTTP\/1\.1 (\d+)/.exec(answer)?.[1]
}

const length = (count: number) => `Content-Length: ${count}\r\n`

/** Waits until nothing is left of uploads that were not answered. */
const nothingLeft = () =>
  until(async () => {
    const rows = await all.store.read.db.selectFrom('unreferenced_files').selectAll().execute()
    const attached = await all.store.read.db.selectFrom('attachments').select('file_key').execute()
    const used = new Set(attached.map(({ file_key }) => file_key))
    return rows.length === 0 && [...stored.keys()].every(key => used.has(key))
  }, 'an upload is left')

test('a form that is malformed or breaks off is refused, and leaves nothing', async () => {
  const whole = formOf([parent, file])
  const large = formOf([parent, { ...file, content: Buffer.alloc(3 * MB, 'x') }])
  const unended = large.subarray(0, large.length - 10)
  const asIs = (content: Buffer) => statusOf(content, length(content.length))
  assert.equal(await asIs(whole), '200')
  assert.equal(await asIs(unended), '400', 'the last boundary is missing')
  assert.equal(await asIs(large.subarray(0, 200)), '400', 'it ends in the file')
  assert.equal(await asIs(Buffer.from('no form at all')), '400')
  assert.equal(await asIs(Buffer.alloc(0)), '400')
  assert.equal(await statusOf(large.subarray(0, MB), length(large.length), true), undefined, 'the client gives up')
  assert.equal(await asIs(formOf(Array.from({ length: 21 }, () => parent))), '400', 'too many parts')
  assert.equal(await asIs(formOf([{ name: 'name', content: 'x'.repeat(70_000) }])), '413', 'a large field')
  assert.equal(await asIs(formOf([{ ...file, disposition: 'attachment; filename="a"' }])), '400')
  assert.equal(await asIs(formOf([{ ...file, disposition: `form-data; ${'x'.repeat(20_000)}` }])), '400')
  const headless = Buffer.from('--a-boundary-of-tests\r\nno header\r\n--a-boundary-of-tests--\r\n')
  assert.equal(await asIs(headless), '400')
  await nothingLeft()
})

test('ten megabytes without the end of a header or of a form are refused', async () => {
  const flood = Buffer.alloc(10 * MB, 'x')
  const start = Buffer.from('--a-boundary-of-tests\r\nContent-Disposition: ')
  for (const content of [flood, Buffer.concat([start, flood])]) {
    assert.equal(await statusOf(content, length(content.length)), '400')
  }
  await nothingLeft()
})

test('a field of several megabytes is refused before it ends, also behind a file', async () => {
  const field: FormPart = { name: 'name', content: 'x'.repeat(3 * MB) }
  for (const parts of [[field], [parent, field, file], [parent, file, field]]) {
    const form = formOf(parts)
    assert.equal(await statusOf(form, length(form.length)), '413')
  }
  await nothingLeft()
})

test('a form that is shorter than announced is refused, and leaves nothing', async () => {
  const own = await world({ files: memoryFiles(), connections: { requestTimeoutMs: 500, checkIntervalMs: 20 } })
  const gid = await own.ann.create('/tasks', { workspace: own.workspace, name: 'Task' })
  const whole = formOf([{ ...parent, content: gid }, file])
  const bytes = [Buffer.from(head(length(whole.length), own.ann)), whole.subarray(0, -10)]
  assert.equal(await statusOfBytes(await portOf(own), bytes), '408')
  await until(async () => {
    const rows = await own.store.read.db.selectFrom('unreferenced_files').selectAll().execute()
    return rows.length === 0 && (own.files as MemoryFiles).stored.size === 0
  }, 'an upload is left')
})

test('a file of more than 100 MB is refused before it is sent, or as soon as it is too large', async () => {
  assert.equal(await statusOf(formOf([parent, file]), length(200 * MB)), '413')
  const chunk = Buffer.alloc(MB, 'x')
  const sized = Buffer.concat([Buffer.from(`${MB.toString(16)}\r\n`), chunk, Buffer.from('\r\n')])
  const [start] = [formOf([parent, file]).subarray(0, -30)]
  const first = Buffer.concat([Buffer.from(`${start.length.toString(16)}\r\n`), start, Buffer.from('\r\n')])
  const chunks = [first, ...Array.from({ length: 102 }, () => sized)]
  assert.equal(await statusOf(chunks, 'Transfer-Encoding: chunked\r\n'), '413')
  await nothingLeft()
})

test('only uploads take a multipart form, and it needs a boundary', async () => {
  const send = (url: string, type: string) =>
    all.send({
      method: 'POST',
      url: `/api/1.0${url}`,
      headers: { authorization: `Bearer ${ann.token}`, 'content-type': type },
      payload: formOf([parent, file]),
    })
  for (const [url, type] of [
    ['/tasks', multipartType],
    ['/attachments', 'multipart/form-data'],
    ['/attachments', 'multipart/form-data; boundary='],
  ] as const) {
    const { status, message } = await send(url, type)
    assert.equal(status, 400, url)
    assert.match(message ?? '', /^Could not parse request data, /)
  }
})

test('the connection can be used again after an upload and after a refused one', async () => {
  const good = formOf([parent, file])
  const bad = formOf([{ name: 'parent', content: '123' }, file])
  const socket = connect(port, '127.0.0.1')
  let answer = ''
  socket.setEncoding('utf8').on('data', text => {
    answer += text
  })
  for (const [content, status] of [
    [good, 200],
    [bad, 400],
    [Buffer.concat([good, Buffer.from('an epilogue')]), 200],
  ] as const) {
    answer = ''
    socket.write(Buffer.concat([Buffer.from(head(length(content.length))), content]))
    while (!/\r\n\r\n.*\}$/s.test(answer)) await once(socket, 'data')
    assert.match(answer, new RegExp(`^HTTP/1.1 ${status} `))
  }
  socket.destroy()
})
