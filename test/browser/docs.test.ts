/** The API reference and the guides, with and without a session. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { violations } from './axe.ts'
import { untilEqual } from './launch.ts'
import { administrator, openVisitor, siteOfFile, skip } from './visitor.ts'

const site = siteOfFile()

const waitForTitle = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true }).waitFor()
const TIMEOUT_MS = 15_000

/** Waits until the page has scrolled to the element with this id. */
async function waitForAnchor(page: Page, id: string): Promise<void> {
  const top = `(document.getElementById(${JSON.stringify(id)})?.getBoundingClientRect().top ?? -1)`
  const until = Date.now() + TIMEOUT_MS
  while (!(await page.evaluate<boolean>(`${top} >= 0 && ${top} < innerHeight`))) {
    assert.ok(Date.now() < until, `${page.url()} does not scroll to ${id}`)
    await page.waitForTimeout(50)
  }
}

const operationOf = (page: Page, id: string) =>
  page.locator('article.operation').filter({ has: page.locator(`#${id}`) })

test('a person without a session reads the reference and copies a curl command with the URL of the server', {
  skip,
}, async t => {
  const { page, context } = await openVisitor(t, site)
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto('/docs')
  await waitForTitle(page, 'API reference')
  await page.getByRole('navigation', { name: 'Reference' }).getByRole('link', { name: 'Tag', exact: true }).click()
  await waitForTitle(page, 'Tag')
  assert.equal(new URL(page.url()).pathname, '/docs/tags')
  await untilEqual(() => page.title(), 'API reference · Tag · Workloom')
  const operation = operationOf(page, 'createTag')
  await operation.getByRole('button', { name: 'Copy: curl for createTag', exact: true }).click()
  await operation.getByText('Copied').waitFor()
  const line = await page.evaluate<string>('navigator.clipboard.readText()')
  assert.match(line, /^curl -H "Authorization: Bearer \$TOKEN" \\\n/)
  assert.ok(line.endsWith(`${site.server.url}/api/1.0/tags`), line)
  assert.match(line, /"workspace": "WORKSPACE_GID"/)
  await page.getByRole('link', { name: 'Workspace', exact: true }).last().click()
  await waitForTitle(page, 'Workspace')
})

test('a URL opens a type, an operation, a field, an error or a section of a guide', { skip }, async t => {
  const { page } = await openVisitor(t, site)
  const urls: [path: string, title: string, anchor: string, end: string][] = [
    ['/docs/tasks#createTask', 'Task', 'createTask', '/docs/tasks#createTask'],
    ['/docs/task#field-workspace', 'Task', 'field-workspace', '/docs/task#field-workspace'],
    ['/docs/createTask', 'Task', 'createTask', '/docs/tasks#createTask'],
    ['/docs/errors#wrong-token', 'Errors', 'wrong-token', '/docs/errors#wrong-token'],
    ['/docs/guides/oauth#scopes', 'Applications', 'scopes', '/docs/guides/oauth#scopes'],
  ]
  for (const [path, , anchor, end] of urls) {
    await page.goto(path)
    await waitForAnchor(page, anchor)
    await page.waitForURL(`**${end}`)
  }
  for (const path of ['/docs/nonsense', '/docs/guides/nonsense']) {
    await page.goto(path)
    await waitForTitle(page, 'Page not found')
  }
})

test('the help of an error opens the explanation of that error', { skip }, async t => {
  const { page } = await openVisitor(t, site)
  const answer = await fetch(`${site.server.url}/users/me`)
  const body = (await answer.json()) as { errors: [{ help: string }] }
  await page.goto(body.errors[0].help)
  await waitForAnchor(page, 'missing-base-path')
})

test('the search finds operations, fields and sections, with the keyboard only', { skip }, async t => {
  const { page } = await openVisitor(t, site)
  await page.goto('/docs')
  await page.getByText('The tasks assigned to a user').waitFor()
  const hits = page.getByRole('search').getByRole('link')
  await page.keyboard.press('/')
  await page.keyboard.type('task.due_on')
  await hits.filter({ hasText: 'task.due_on' }).waitFor()
  await page.keyboard.press('Enter')
  await waitForTitle(page, 'Task')
  await waitForAnchor(page, 'field-due_on')
  await page.keyboard.press('/')
  await page.keyboard.type('POST addproject')
  await hits.filter({ hasText: 'addProjectForTask' }).first().waitFor()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await waitForAnchor(page, 'addProjectForTask')
  const box = page.getByLabel('Search the reference')
  await box.fill('rate limit')
  await hits.filter({ hasText: 'Errors' }).first().click()
  await waitForTitle(page, 'Errors')
  await waitForAnchor(page, 'rate-limit')
  await box.fill('nothing has this name')
  await page.getByText('No results.').waitFor()
  await page.keyboard.press('Escape')
  await untilEqual(() => box.inputValue(), '')
})

test('a person without a session signs in to try an operation and returns to it', { skip }, async t => {
  const { page } = await openVisitor(t, site)
  await page.goto('/docs/users#getUser')
  await page.getByRole('button', { name: 'Try it: getUser', exact: true }).click()
  const operation = operationOf(page, 'getUser')
  await untilEqual(() => operation.getByRole('button', { name: 'Send request' }).count(), 0)
  await operation.getByRole('link', { name: 'Sign in' }).click()
  await page.waitForURL('**/sign_in?return_to=%2Fdocs%2Fusers')
})

test('a signed-in person sends a request and opens the explanation of an error', { skip }, async t => {
  const { page } = await administrator(t, site)
  await page.goto('/docs/users#getUser')
  await page.getByRole('button', { name: 'Try it: getUser', exact: true }).click()
  const operation = operationOf(page, 'getUser')
  await operation.getByRole('button', { name: 'Send request' }).click()
  const answer = operation.getByRole('region', { name: 'Response' })
  await answer.getByText('admin@example.com').waitFor()
  await operation.getByText('200 OK').waitFor()
  await operation.getByText('3 optional parameters').click()
  await operation.getByLabel('opt_fields').fill('name')
  await operation.getByRole('button', { name: 'Send request' }).click()
  await answer.getByText('admin@example.com').waitFor({ state: 'detached' })
  assert.match(await operation.getByRole('region', { name: 'curl for getUser' }).innerText(), /opt_fields=name/)
  await operation.getByLabel('user_gid').fill('')
  await operation.getByRole('button', { name: 'Send request' }).click()
  await untilEqual(() => page.evaluate('document.activeElement.name'), 'user_gid')
  await operation.getByText('Fill in user_gid first.').waitFor()
  await operation.getByLabel('user_gid').fill('12')
  await operation.getByRole('button', { name: 'Send request' }).click()
  await operation.getByText('user: Not a recognized ID: 12').first().waitFor()
  await operation.getByText('404 Not Found').waitFor()
  assert.deepEqual(await violations(page), [])
  await operation.getByRole('link', { name: 'About this error' }).click()
  await waitForTitle(page, 'Errors')
  await waitForAnchor(page, 'not-found')
})

test('a request that writes is sent only after it is confirmed', { skip }, async t => {
  const { page, context } = await administrator(t, site)
  const written: string[] = []
  context.on('request', request => request.method() === 'POST' && void written.push(request.url()))
  await page.goto('/docs/tags#createTag')
  await page.getByRole('button', { name: 'Try it: createTag', exact: true }).click()
  const operation = operationOf(page, 'createTag')
  const body = operation.getByLabel('Body')
  await untilEqual(async () => /"workspace": "\d+"/.test(await body.inputValue()), true)
  await body.fill('{bad')
  await operation.getByText('The body is not valid JSON').waitFor()
  await operation.getByRole('button', { name: 'Send request' }).click()
  await untilEqual(() => page.getByRole('alertdialog').count(), 0)
  await page.reload()
  await page.getByRole('button', { name: 'Try it: createTag', exact: true }).click()
  await operation.getByRole('button', { name: 'Send request' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click()
  assert.deepEqual(written, [])
  await operation.getByRole('button', { name: 'Send request' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Send', exact: true }).click()
  await operation.getByText('201 Created').waitFor()
  assert.deepEqual(written, [`${site.server.url}/api/1.0/tags`])
  await operation.getByRole('region', { name: 'Response' }).getByText('/api/1.0/tags/').waitFor()
})

test('guides load their pictures and link to each other without a page load', { skip }, async t => {
  const { page } = await openVisitor(t, site)
  await page.goto('/docs/guides/app')
  await page.locator('.guide-text img').first().waitFor()
  const pictures = await page.evaluate<number[]>(
    'Promise.all([...document.images].map(image => image.decode().then(() => image.naturalWidth)))',
  )
  assert.ok(pictures.length > 1 && pictures.every(width => width > 0), String(pictures))
  await page.evaluate('window.same = true')
  await page.goto('/docs/guides/compatibility')
  await page.evaluate('window.same = true')
  await page.locator('.guide-text').getByRole('link', { name: 'provisioning' }).first().click()
  await page.waitForURL('**/docs/guides/provisioning')
  await untilEqual(() => page.evaluate('window.same'), true)
  for (const link of await page.locator('.guide-text a[href^="/docs"]').all()) {
    assert.match((await link.getAttribute('href')) ?? '', /^\/docs(\/(guides\/)?\w+)?(#[\w-]+)?$/)
  }
})

/** Pages for the accessibility check, which takes seconds for a long page: one of each kind, and the longest. */
const CHECKED = ['/docs', '/docs/custom_fields', '/docs/events', '/docs/errors', '/docs/nonsense']
CHECKED.push('/docs/guides/console', '/docs/guides/provisioning')
const GUIDES = [
  'compatibility',
  'console_api',
  'oauth',
  'webhooks',
  'audit_log',
  'live',
  'formulas',
  'install',
  'settings',
  'operate',
  'store',
  'backup',
  'scaling',
]
const PATHS = [...CHECKED, '/docs/tasks', '/docs/audit_log_events', ...GUIDES.map(name => `/docs/guides/${name}`)]

test('every page of the reference is accessible in both colour schemes and fits 320 pixels', { skip }, async t => {
  const { page } = await openVisitor(t, site)
  for (const path of PATHS) {
    await page.setViewportSize({ width: 1280, height: 800 })
    await page.goto(path)
    await page.locator('h1').waitFor()
    await page.locator('.loading').first().waitFor({ state: 'detached' })
    if (CHECKED.includes(path)) assert.deepEqual(await violations(page), [], path)
    await page.setViewportSize({ width: 320, height: 640 })
    await untilEqual(() => page.evaluate('document.documentElement.scrollWidth'), 320, `${path} is too wide`)
    assert.match(await page.title(), / · Workloom$/)
  }
  await page.getByRole('button', { name: 'Menu' }).click()
  await page.getByLabel('Search the reference').fill('task')
  await page.getByRole('search').getByRole('link').first().waitFor()
  assert.deepEqual(await violations(page), [])
  await untilEqual(() => page.evaluate('document.documentElement.scrollWidth'), 320)
  await page.getByRole('search').getByRole('link').first().click()
  await page.getByLabel('Search the reference').waitFor({ state: 'hidden' })
})
