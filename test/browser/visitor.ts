/**
 * A person with a real browser before the real program. What must always hold, whatever a test does: no page asks another
 * place for anything, breaks its own policy, or logs an error.
 */
import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { after } from 'node:test'
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { type CleanupScope, folderFor, startProgram } from '../harness/program.ts'

const PLACES = [process.env.CHROMIUM, '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']
const PATIENCE = 20_000

const executablePath = PLACES.find(path => path && existsSync(path))

/** For `test`: why browser tests cannot run here, or false. */
export const skip = executablePath ? false : 'needs a browser: install Chromium, or name one in the variable CHROMIUM'

/** Only the last list of these counts: ours has to say what Playwright's says. */
const DISABLED_BY_PLAYWRIGHT = [
  ...['AvoidUnnecessaryBeforeUnloadCheckSync', 'DestroyProfileOnBrowserClose', 'HttpsUpgrades', 'LensOverlay'],
  ...['HttpsFirstBalancedModeAutoEnable', 'MediaRouter', 'PaintHolding', 'ThirdPartyStoragePartitioning'],
  ...['AvoidCorsURLLoaderRestartOnRedirect', 'OptimizationHints', 'NetworkTimeServiceQuerying', 'PreconnectToSearch'],
]

/** Pages of the browser's own, which it would load beside each window although nobody types an address. */
const OWN_PAGES = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup', 'WebUIOmniboxFullPopup']

const disabled = [...DISABLED_BY_PLAYWRIGHT, ...OWN_PAGES, 'SpareRendererForSitePerProcess']

const args = [
  `--disable-features=${disabled}`,
  ...['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking'],
  ...['--disable-component-update', '--disable-sync'],
]

export const ADMINISTRATOR = 'admin@example.com'
export const PASSWORD = 'three warp threads and a weft'

/** What ends with the file of tests, the last thing first. */
const ends: (() => void | Promise<void>)[] = []
const file: CleanupScope = { after: end => void ends.push(end) }
after(async () => {
  for (const end of ends.reverse()) await end()
})

export interface Server {
  url: string
  /** What the first start printed: the way in, for once. */
  link: string
}

/** The program on an empty folder, for a whole file of tests. Its webhooks may reach the tests. */
export async function startServer(): Promise<Server> {
  const { url, link } = await startProgram(file, ['--data', folderFor(file), '--allow-private-targets'])
  const answer = await fetch(url, { headers: { accept: 'text/html' } })
  assert.equal(answer.status, 200, 'the web app is not built: npm run build')
  return { url, link }
}

/** A browser for a whole file of tests; each visitor has cookies of their own. */
export async function startBrowser(): Promise<Browser> {
  const browser = await chromium.launch({ executablePath, args })
  file.after(() => browser.close())
  return browser
}

export interface Visitor {
  page: Page
  context: BrowserContext
}

interface Visit extends BrowserContextOptions {
  /** Other places that a page may lead to. */
  allowed?: string[]
}

/** A new person before the browser. Fails the test at its end when a page misbehaved. */
export async function visit(t: CleanupScope, browser: Browser, { url }: Server, options: Visit = {}): Promise<Visitor> {
  const { allowed = [], ...rest } = options
  const context = await browser.newContext({ baseURL: url, ...rest })
  context.setDefaultTimeout(PATIENCE)
  const complaints: string[] = []
  context.on('request', request => {
    const from = request.url()
    if (![url, ...allowed].some(origin => from.startsWith(`${origin}/`))) complaints.push(`asked ${from}`)
  })
  context.on('weberror', error => void complaints.push(`threw ${error.error().message}`))
  context.on('console', message => {
    const isWrong = message.type() === 'error' || message.type() === 'warning'
    // The browser itself logs every refusal of the server; those are what some tests are about.
    if (isWrong && !message.text().startsWith('Failed to load resource')) complaints.push(message.text())
  })
  t.after(async () => {
    await context.close()
    assert.deepEqual(complaints, [])
  })
  return { context, page: await context.newPage() }
}

const headers = { 'x-requested-with': 'test' }

/** Makes a call of the console as the person, and answers what it says. */
export async function ask<T>({ context }: Visitor, method: string, path: string, data?: object): Promise<T> {
  const answer = await context.request.fetch(`/-${path}`, { method, headers, ...(data ? { data: { data } } : {}) })
  assert.ok(answer.ok(), `${method} ${path} answered ${answer.status()}: ${await answer.text()}`)
  return (await answer.json()).data
}

/** The gid of the first organization of a visitor. */
export async function organization(visitor: Visitor): Promise<string> {
  const { organizations } = await ask<{ organizations: { gid: string }[] }>(visitor, 'GET', '/session')
  return organizations[0]?.gid ?? ''
}

/** Makes something by the API as the person, and answers its gid. */
export async function make({ context }: Visitor, path: string, data: object): Promise<string> {
  const answer = await context.request.post(`/api/1.0${path}`, { headers, data: { data } })
  assert.ok(answer.ok(), `POST ${path} answered ${answer.status()}: ${await answer.text()}`)
  return (await answer.json()).data.gid
}

/** Uses the link of the first start and sets the administrator's password. */
export async function settle(browser: Browser, server: Server): Promise<void> {
  const visitor = await visit(file, browser, server)
  await ask(visitor, 'POST', '/sign_in/link', { link: new URL(server.link).hash.slice(1) })
  await ask(visitor, 'PUT', '/password', { password: PASSWORD })
}

/** The administrator, signed in. */
export async function administrator(
  t: CleanupScope,
  browser: Browser,
  server: Server,
  options?: Visit,
): Promise<Visitor> {
  const visitor = await visit(t, browser, server, options)
  await ask(visitor, 'POST', '/sign_in', { email: ADMINISTRATOR, password: PASSWORD })
  return visitor
}

/** What the API answers to a token. */
export const statusOf = async ({ url }: Server, token: string): Promise<number> =>
  (await fetch(`${url}/api/1.0/users/me`, { headers: { authorization: `Bearer ${token}` } })).status

/** The secret that a dialog shows under this label. */
export async function shown(page: Page, label: string): Promise<string> {
  const copyable = page.getByRole('dialog').locator('.copyable').filter({ hasText: label })
  return (await copyable.first().locator('code').innerText()).trim()
}
