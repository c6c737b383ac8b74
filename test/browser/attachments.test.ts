/** Files of a task: uploads by button, drop and paste, the viewer, and files that want to do harm. */
import assert from 'node:assert/strict'
import { openSync, truncateSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { folderFor } from '../harness/program.ts'
import { violations } from './axe.ts'
import { headers, untilEqual, untilTrue } from './launch.ts'
import { administrator, createObject, firstOrganization, siteOfFile, skip, type Visitor } from './visitor.ts'

const site = siteOfFile()

interface OpenTask extends Visitor {
  readonly task: string
  /** The files on the server. */
  files(): Promise<{ gid: string; name: string }[]>
}

/** The viewer of PDF, which is a part of the browser. */
const PDF_VIEWER = ['chrome://resources', 'chrome-extension://mhjfbmdgcfjbbpaeojofohoefgiehjai']

async function openTask(t: TestContext, allowed: string[] = []): Promise<OpenTask> {
  const visitor = await administrator(t, site, { allowed })
  const workspace = await firstOrganization(visitor)
  const task = await createObject(visitor, '/tasks', { name: 'Poster', workspace })
  await visitor.page.goto(`/1/${workspace}/task/${task}`)
  await visitor.page.getByLabel('Attach files').waitFor()
  const path = `/api/1.0/attachments?parent=${task}`
  const files = async () => (await (await visitor.context.request.get(path, { headers })).json()).data
  return { ...visitor, task, files }
}

/** A PNG of one colour, or only the beginning of one, which is all that a test of dimensions needs. */
const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
function hugePng(side: number): Buffer {
  const bytes = Buffer.from(PIXEL)
  bytes.writeUInt32BE(side, 16)
  bytes.writeUInt32BE(side, 20)
  return bytes
}

/** A second of silence. */
function silence(): Buffer {
  const RATE = 8000
  const bytes = Buffer.alloc(44 + RATE)
  bytes.write('RIFF', 0)
  bytes.writeUInt32LE(36 + RATE, 4)
  bytes.write('WAVEfmt ', 8)
  for (const [value, at] of [
    [16, 16],
    [RATE, 24],
    [RATE, 28],
    [RATE, 40],
  ] as const)
    bytes.writeUInt32LE(value, at)
  for (const [value, at] of [
    [1, 20],
    [1, 22],
    [1, 32],
    [8, 34],
  ] as const)
    bytes.writeUInt16LE(value, at)
  bytes.write('data', 36)
  return bytes.fill(128, 44)
}

const attach = (page: Page, ...files: { name: string; mimeType: string; buffer: Buffer }[]) =>
  page.getByLabel('Attach files').setInputFiles(files)
const tile = (page: Page, name: string): Locator =>
  page.getByRole('list', { name: 'Attachments' }).getByRole('button', { name, exact: true })
const viewer = (page: Page, name: string): Locator => page.getByRole('dialog', { name, exact: true })
const text = (name: string, content: string) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(content) })

test('several files are attached at once, and the viewer leads through them', { skip }, async t => {
  const { page, files } = await openTask(t)
  const image = { name: 'poster.png', mimeType: 'image/png', buffer: PIXEL }
  const sound = { name: 'jingle.wav', mimeType: 'audio/wav', buffer: silence() }
  await attach(page, image, text('notes.txt', 'First line'), sound)
  for (const name of ['poster.png', 'notes.txt', 'jingle.wav']) await tile(page, name).waitFor()
  await untilEqual(
    async () => (await files()).map(({ name }) => name).toSorted(),
    ['jingle.wav', 'notes.txt', 'poster.png'],
  )
  // They may arrive in any order.
  const order = await page.getByRole('list', { name: 'Attachments' }).locator('.attachment-name').allInnerTexts()

  await tile(page, order[0] ?? '').click()
  for (const name of order) {
    const dialog = viewer(page, name)
    await dialog.getByText('admin').waitFor()
    await dialog.getByRole('link', { name: 'Download' }).waitFor()
    if (name === 'notes.txt') await dialog.getByText('First line').waitFor()
    if (name === 'jingle.wav') await untilTrue(page, "document.querySelector('audio')?.readyState > 0")
    if (name === 'poster.png') {
      await dialog.getByRole('img', { name }).waitFor()
      await dialog.getByRole('button', { name: 'Zoom in' }).click()
      await dialog.getByRole('button', { name: '150%' }).click()
      await dialog.getByRole('button', { name: 'Fit' }).waitFor()
    }
    await dialog.getByRole('button', { name: 'Close' }).focus()
    await page.keyboard.press('ArrowRight')
  }
  await page.keyboard.press('ArrowLeft')
  await viewer(page, order[1] ?? '').waitFor()
  assert.deepEqual(await violations(page), [])
  await page.keyboard.press('Escape')
  await viewer(page, order[1] ?? '').waitFor({ state: 'detached' })
})

test('files are dropped on the task and pasted into it', { skip }, async t => {
  const { page } = await openTask(t)
  const holding = (name: string) =>
    page.evaluateHandle(
      `(() => { const data = new DataTransfer(); data.items.add(new File(['x'], '${name}')); return data })()`,
    )
  const body = page.locator('.task')
  await body.dispatchEvent('dragover', { dataTransfer: await holding('dropped.txt') })
  await page.locator('.task[data-dropping]').waitFor()
  await body.dispatchEvent('drop', { dataTransfer: await holding('dropped.txt') })
  await tile(page, 'dropped.txt').waitFor()
  const pasting = `(data => document.querySelector('.task').dispatchEvent(
    new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true })))`
  await page.evaluate(`${pasting}((() => {
    const data = new DataTransfer(); data.items.add(new File(['x'], 'pasted.png', { type: 'image/png' })); return data
  })())`)
  await tile(page, 'pasted.png').waitFor()
})

test('a file is deleted in the viewer, and restored', { skip }, async t => {
  const { page, files } = await openTask(t)
  await attach(page, text('a.txt', 'A'))
  await tile(page, 'a.txt').click()
  await viewer(page, 'a.txt').getByRole('button', { name: 'Delete', exact: true }).click()
  await page.getByText('Moved to trash').waitFor()
  await untilEqual(() => files(), [])
  await page.getByRole('button', { name: 'Undo' }).click()
  await tile(page, 'a.txt').waitFor()
  await page.getByRole('button', { name: 'Delete a.txt' }).waitFor()
})

test('an upload that fails says why, and is tried again', { skip }, async t => {
  const { page } = await openTask(t)
  await page.route('**/api/1.0/attachments', route => route.abort(), { times: 1 })
  await attach(page, text('plan.txt', 'A plan'))
  await page.getByRole('alert').filter({ hasText: 'The server does not respond.' }).waitFor()
  await page.getByRole('button', { name: 'Try plan.txt again' }).click()
  await tile(page, 'plan.txt').waitFor()
})

test('an upload that is cancelled leaves nothing', { skip }, async t => {
  const { page, context, files } = await openTask(t)
  const session = await context.newCDPSession(page)
  const SLOW = { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: 50_000 }
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', SLOW)
  await attach(page, { name: 'large.bin', mimeType: 'application/octet-stream', buffer: Buffer.alloc(5_000_000) })
  await page.getByRole('progressbar', { name: 'large.bin' }).waitFor()
  await page.getByRole('button', { name: 'Cancel large.bin' }).click()
  await page.getByRole('progressbar').waitFor({ state: 'detached' })
  await session.send('Network.emulateNetworkConditions', { ...SLOW, uploadThroughput: -1 })
  await attach(page, text('small.txt', 'x'))
  await tile(page, 'small.txt').waitFor()
  await untilEqual(async () => (await files()).map(({ name }) => name), ['small.txt'])
})

test('a file above 100 MB is refused before anything is sent', { skip }, async t => {
  const { page } = await openTask(t)
  const path = join(folderFor(t), 'film.bin')
  writeSync(openSync(path, 'w'), 'x')
  truncateSync(path, 100 * 1024 * 1024 + 1)
  let sent = 0
  page.on('request', request => {
    if (request.url().endsWith('/api/1.0/attachments')) sent++
  })
  await page.getByLabel('Attach files').setInputFiles(path)
  await page.getByText('“film.bin” is larger than 100 MB and was not attached.').waitFor()
  assert.equal(sent, 0)
})

test('pages, drawings with scripts and enormous images are not shown', { skip }, async t => {
  const { page, context, files } = await openTask(t)
  const script = "<script>document.title = 'harmed'; parent.document.title = 'harmed'</script>"
  const svg = `<svg xmlns="http://www.w3.org/2000/svg"><image href="x" onerror="document.title = 'harmed'"/></svg>`
  await attach(
    page,
    { name: 'page.png', mimeType: 'image/png', buffer: Buffer.from(`<!doctype html>${script}`) },
    { name: 'page.html', mimeType: 'text/html', buffer: Buffer.from(script) },
    { name: 'drawing.svg', mimeType: 'image/svg+xml', buffer: Buffer.from(svg) },
    { name: 'bomb.png', mimeType: 'image/png', buffer: hugePng(60_000) },
  )
  const wanted = {
    ...{ 'page.png': /too large or damaged/, 'bomb.png': /too large or damaged/ },
    ...{ 'page.html': /cannot be shown here/, 'drawing.svg': /cannot be shown here/ },
  }
  for (const [name, message] of Object.entries(wanted)) {
    await tile(page, name).click()
    await viewer(page, name).getByText(message).waitFor()
    await untilEqual(() => viewer(page, name).locator('img, iframe, object, embed').count(), 0, name)
    await page.keyboard.press('Escape')
    await viewer(page, name).waitFor({ state: 'detached' })
  }
  await untilEqual(() => page.locator('.attachment img').count(), 0)
  assert.doesNotMatch(await page.title(), /harmed/)
  for (const { gid, name } of await files()) {
    const sent = (await context.request.get(`/-/attachments/${gid}`)).headers()
    assert.match(sent['content-security-policy'] ?? '', /default-src 'none'.*sandbox/, name)
    assert.equal(sent['x-content-type-options'], 'nosniff', name)
    const isImage = name.endsWith('.png')
    assert.equal(sent['content-type'], isImage ? 'image/png' : 'application/octet-stream', name)
    assert.match(sent['content-disposition'] ?? '', isImage ? /^inline/ : /^attachment/, name)
  }
})

test('a PDF is shown in a frame whose response is sandboxed', { skip }, async t => {
  const { page, context, files } = await openTask(t, PDF_VIEWER)
  const action = '/OpenAction << /S /JavaScript /JS (app.alert\\(1\\); this.submitForm\\("https://example.com/"\\)) >>'
  const pdf = `%PDF-1.4\n1 0 obj\n<< /Type /Catalog /Pages 2 0 R ${action} >>\nendobj\n2 0 obj\n<< /Type /Pages /Kids [] /Count 0 >>\nendobj\ntrailer << /Root 1 0 R >>\n%%EOF`
  await attach(page, { name: 'plan.pdf', mimeType: 'application/pdf', buffer: Buffer.from(pdf) })
  await tile(page, 'plan.pdf').click()
  await viewer(page, 'plan.pdf').locator('iframe[title="plan.pdf"]').waitFor()
  // The browser hides the policy of a frame with a PDF, so it is read from the file itself.
  const [file] = await files()
  const sent = (await context.request.get(`/-/attachments/${file?.gid}`)).headers()
  assert.equal(sent['content-type'], 'application/pdf')
  assert.match(sent['content-security-policy'] ?? '', /default-src 'none'.*sandbox/)
  assert.doesNotMatch(sent['content-security-policy'] ?? '', /allow-scripts/)
})
