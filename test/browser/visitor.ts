/**
 * Visitors: people with a real browser and the real program. Invariant of every test: no page sends a request to another
 * origin, violates its content security policy, or logs an error or a warning.
 */
import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { after, beforeEach } from 'node:test'
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  type Cookie,
  chromium,
  type Page,
} from 'playwright-core'
import { type CleanupScope, folderFor, startProgram, workloom } from '../harness/program.ts'

/** The headless shell comes first: it has no windows of its own to draw, which are a quarter of the CPU time of a test. */
const BROWSER_PATHS = [
  ...[process.env.CHROMIUM, '/usr/bin/chromium-headless-shell'],
  ...['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'],
]
const TIMEOUT_MS = 40_000

const executablePath = BROWSER_PATHS.find(path => path && existsSync(path))

/** The option `skip` of browser tests: the reason without a browser, or false. */
export const skip = executablePath ? false : 'needs a browser: install Chromium, or set CHROMIUM to the path of one'

/** Chromium uses only the last `--disable-features`, so the list repeats the features that Playwright disables. */
const DISABLED_BY_PLAYWRIGHT = [
  ...['AvoidUnnecessaryBeforeUnloadCheckSync', 'DestroyProfileOnBrowserClose', 'HttpsUpgrades', 'LensOverlay'],
  ...['HttpsFirstBalancedModeAutoEnable', 'MediaRouter', 'PaintHolding', 'ThirdPartyStoragePartitioning'],
  ...['AvoidCorsURLLoaderRestartOnRedirect', 'OptimizationHints', 'NetworkTimeServiceQuerying', 'PreconnectToSearch'],
]

/** Internal pages of the browser, which it would load for each window. */
const INTERNAL_PAGES = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup', 'WebUIOmniboxFullPopup']

const disabled = [...DISABLED_BY_PLAYWRIGHT, ...INTERNAL_PAGES, 'SpareRendererForSitePerProcess']

const args = [
  `--disable-features=${disabled}`,
  ...['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking'],
  ...['--disable-component-update', '--disable-sync'],
]

export const ADMINISTRATOR = 'admin@example.com'
export const PASSWORD = 'three warp threads and a weft'

/** Cleanups at the end of the test file, in reverse order. */
const cleanups: (() => void | Promise<void>)[] = []
const file: CleanupScope = { after: cleanup => void cleanups.push(cleanup) }
after(async () => {
  for (const cleanup of cleanups.reverse()) await cleanup()
})

export interface Server {
  url: string
  /** The sign-in link that the first start printed. */
  link: string
  /** The cookies of the administrator, once they have signed in. */
  session?: Cookie[]
}

/** Starts the program on an empty folder, for a test file. Its webhooks can have targets in the tests. */
export async function startServer(): Promise<Server> {
  const { url, link } = await startProgram(file, ['--data', folderFor(file), '--allow-private-targets'])
  const response = await fetch(url, { headers: { accept: 'text/html' } })
  assert.equal(response.status, 200, 'The web app is not built: run npm run build')
  return { url, link }
}

/** Starts the program on the invented company of `demo`, for a test file. */
export async function startDemo(): Promise<Server> {
  const folder = folderFor(file)
  const { code, err, out } = await workloom(file, ['demo', '--data', folder])
  assert.equal(code, 0, err)
  const { url } = await startProgram(file, ['--data', folder])
  return { url, link: /http\S+\/sign_in#\w+/.exec(out)?.[0] ?? '' }
}

/** Starts a browser for a test file. Each visitor has their own cookies. */
export async function startBrowser(): Promise<Browser> {
  const browser = await chromium.launch({ executablePath, args })
  file.after(() => browser.close())
  return browser
}

/** A server, and a browser that visits it. */
export interface Site {
  browser: Browser
  server: Server
}

/** Starts something before the first test that runs. The names of tests may select none: then nothing runs that must end. */
export function beforeFirstTest(start: () => Promise<void>): void {
  let started: Promise<void> | undefined
  beforeEach(() => {
    started ??= start()
    return started
  })
}

/** The site of a test file, whose administrator has a password. Its members exist in the tests. */
export function siteOfFile(): Site {
  const site = {} as Site
  beforeFirstTest(async () => {
    const [browser, server] = await Promise.all([startBrowser(), startServer()])
    await setAdministratorPassword(Object.assign(site, { browser, server }))
  })
  return site
}

export interface Visitor {
  page: Page
  context: BrowserContext
}

export interface VisitorOptions extends BrowserContextOptions {
  /** Other origins to which pages can send requests. */
  allowed?: string[]
}

/** Opens a browser context for a new person. At the end, the test fails if a page violated the invariant. */
export async function openVisitor(
  t: CleanupScope,
  { browser, server: { url } }: Site,
  options: VisitorOptions = {},
): Promise<Visitor> {
  const { allowed = [], ...rest } = options
  const context = await browser.newContext({ baseURL: url, ...rest })
  context.setDefaultTimeout(TIMEOUT_MS)
  const problems: string[] = []
  context.on('request', request => {
    const requestUrl = request.url()
    if (![url, ...allowed].some(origin => requestUrl.startsWith(`${origin}/`))) problems.push(`requested ${requestUrl}`)
  })
  context.on('weberror', error => void problems.push(`threw ${error.error().message}`))
  context.on('console', message => {
    const isWrong = message.type() === 'error' || message.type() === 'warning'
    // The browser logs every error response; some tests expect those.
    if (isWrong && !message.text().startsWith('Failed to load resource')) problems.push(message.text())
  })
  t.after(async () => {
    await context.close()
    assert.deepEqual(problems, [])
  })
  return { context, page: await context.newPage() }
}

const headers = { 'x-requested-with': 'test' }

/** Calls a console route as the person and returns the member `data`. */
export async function callConsole<T>({ context }: Visitor, method: string, path: string, data?: object): Promise<T> {
  const response = await context.request.fetch(`/-${path}`, { method, headers, ...(data ? { data: { data } } : {}) })
  assert.ok(response.ok(), `${method} ${path} returned ${response.status()}: ${await response.text()}`)
  return (await response.json()).data
}

/** The gid of the first organization of a visitor. */
export async function firstOrganization(visitor: Visitor): Promise<string> {
  const { organizations } = await callConsole<{ organizations: { gid: string }[] }>(visitor, 'GET', '/session')
  return organizations[0]?.gid ?? ''
}

/** Creates an object through the API as the person, and returns its gid. */
export async function createObject({ context }: Visitor, path: string, data: object): Promise<string> {
  const response = await context.request.post(`/api/1.0${path}`, { headers, data: { data } })
  assert.ok(response.ok(), `POST ${path} returned ${response.status()}: ${await response.text()}`)
  return (await response.json()).data.gid
}

/** Signs in with the link of the first start, and sets the password of the administrator. */
export async function setAdministratorPassword(site: Site): Promise<void> {
  const visitor = await openVisitor(file, site)
  await callConsole(visitor, 'POST', '/sign_in/link', { link: new URL(site.server.link).hash.slice(1) })
  await callConsole(visitor, 'PUT', '/password', { password: PASSWORD })
}

/** Signs a visitor in as the administrator, with a session of their own. */
export const signInAsAdministrator = (visitor: Visitor) =>
  callConsole(visitor, 'POST', '/sign_in', { email: ADMINISTRATOR, password: PASSWORD })

/**
 * Opens a visitor that is signed in as the administrator. They share one session, because checking a password costs a tenth of a
 * test: a test that ends a session opens a visitor and calls `signInAsAdministrator`.
 */
export async function administrator(t: CleanupScope, site: Site, options?: VisitorOptions): Promise<Visitor> {
  const visitor = await openVisitor(t, site, options)
  const { server } = site
  if (server.session) await visitor.context.addCookies(server.session)
  else await signInAsAdministrator(visitor)
  server.session ??= await visitor.context.cookies()
  return visitor
}

/** The status of an API request with a token. */
export const statusOf = async ({ url }: Server, token: string): Promise<number> =>
  (await fetch(`${url}/api/1.0/users/me`, { headers: { authorization: `Bearer ${token}` } })).status

/** The secret with this label in the open dialog. */
export async function secretIn(page: Page, label: string): Promise<string> {
  const copyable = page.getByRole('dialog').locator('.copyable').filter({ hasText: label })
  return (await copyable.first().locator('code').innerText()).trim()
}
