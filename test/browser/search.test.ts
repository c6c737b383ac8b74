/** The search screen, and what the command menu finds. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { violations } from './axe.ts'
import { untilEqual, untilTasks, untilTrue } from './launch.ts'
import { administrator, createObject, firstOrganization, siteOfFile, skip, type Visitor } from './visitor.ts'

const site = siteOfFile()

const headers = { 'x-requested-with': 'test' }
const box = (page: Page) => page.getByRole('searchbox', { name: 'Search tasks' })
const grid = (page: Page) => page.getByRole('treegrid', { name: 'Search results' })
const tab = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Results' }).getByRole('link', { name, exact: true })

async function open(visitor: Visitor, query = ''): Promise<string> {
  const workspace = await firstOrganization(visitor)
  await visitor.page.goto(`/1/${workspace}/search${query}`)
  await box(visitor.page).waitFor()
  return workspace
}

test('words find tasks, which are edited in place; the words are in the address', { skip }, async t => {
  const visitor = await administrator(t, site)
  const { page } = visitor
  const workspace = await open(visitor)
  const project = await createObject(visitor, '/projects', { name: 'Vessels', workspace })
  const task = await createObject(visitor, '/tasks', { name: 'Build a canoe', projects: [project] })
  await createObject(visitor, '/tasks', { name: 'Sell the canoe', projects: [project], completed: true })
  await page.getByText('Find anything in this workspace').waitFor()
  await page.getByRole('link', { name: 'Home', exact: true }).first().click()
  await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor()
  await page.keyboard.press('/')
  await page.getByRole('heading', { level: 1, name: 'Search' }).waitFor()
  await page.locator('[aria-label="Search tasks"]:focus').waitFor()
  await page.keyboard.type('canoe')
  await page.waitForURL(/\?q=canoe$/)
  await untilTasks(page, ['Build a canoe'])
  await untilEqual(
    () => grid(page).getByRole('row', { name: 'Build a canoe', exact: true }).getAttribute('data-gid'),
    task,
  )
  assert.deepEqual(await violations(page), [])
  await page.getByRole('button', { name: 'Show: Incomplete' }).click()
  await page.getByRole('menuitemradio', { name: 'All' }).click()
  await grid(page).getByRole('row', { name: 'Sell the canoe', exact: true }).waitFor()
  const row = grid(page).getByRole('row', { name: 'Build a canoe', exact: true })
  await row.getByRole('checkbox', { name: 'Completed' }).check()
  await page.locator('html[data-unsent="0"]').waitFor({ state: 'attached' })
  const stored = await visitor.context.request.get(`/api/1.0/tasks/${task}?opt_fields=completed`, { headers })
  await untilEqual(async () => (await stored.json()).data.completed, true)
  await row.getByRole('link', { name: 'Build a canoe' }).click()
  await page.getByRole('complementary', { name: 'Build a canoe' }).waitFor()
  assert.match(page.url(), new RegExp(`/search/task/${task}\\?`))
})

test('filters find tasks without words, and say so when nothing matches', { skip }, async t => {
  const visitor = await administrator(t, site)
  const { page } = visitor
  const workspace = await open(visitor)
  await createObject(visitor, '/tasks', { name: 'Mend the sail', workspace, assignee: 'me' })
  await page.getByRole('button', { name: 'Filter', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Filter' })
  await dialog.getByRole('button', { name: 'Mine' }).click()
  await grid(page).getByRole('row', { name: 'Mend the sail', exact: true }).waitFor()
  await page.waitForURL(/f\.assignee=me/)
  await dialog.getByRole('button', { name: 'Add filter' }).click()
  await dialog.getByRole('combobox', { name: 'Field' }).last().selectOption({ label: 'Attachment' })
  await dialog.getByRole('combobox', { name: 'Value' }).last().selectOption({ label: 'With attachment' })
  await page.getByRole('main').getByText('No tasks match').waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('main').getByRole('button', { name: 'Clear filters' }).click()
  await page.getByText('Find anything in this workspace').waitFor()
})

test('what the filters of a search offer follows what others name', { skip }, async t => {
  const visitor = await administrator(t, site)
  const { page } = visitor
  const workspace = await firstOrganization(visitor)
  const tag = await createObject(visitor, '/tags', { name: 'rigging', workspace })
  await open(visitor)
  await page.locator('html[data-live=open]').waitFor()
  await page.getByRole('button', { name: 'Filter', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Filter' })
  await dialog.getByRole('button', { name: 'Add filter' }).click()
  await dialog.getByRole('combobox', { name: 'Field' }).selectOption({ label: 'Tags' })
  const offered = () => dialog.getByRole('combobox', { name: 'Value' }).locator('option').allInnerTexts()
  await untilEqual(offered, ['Choose…', 'rigging'])
  await visitor.context.request.put(`/api/1.0/tags/${tag}`, { headers, data: { data: { name: 'ropes' } } })
  await untilEqual(offered, ['Choose…', 'ropes'])
})

test('projects, people, comments and files have results of their own', { skip }, async t => {
  const visitor = await administrator(t, site)
  const { page } = visitor
  const workspace = await open(visitor)
  const project = await createObject(visitor, '/projects', { name: 'Lantern festival', workspace })
  const task = await createObject(visitor, '/tasks', { name: 'Hang them up', projects: [project] })
  await createObject(visitor, `/tasks/${task}/stories`, { text: 'The red lantern is broken' })
  await visitor.context.request.post('/api/1.0/attachments', {
    headers,
    multipart: {
      parent: task,
      file: { name: 'lantern plan.txt', mimeType: 'text/plain', buffer: Buffer.from('plan') },
    },
  })
  await box(page).fill('lantern')
  await tab(page, 'Projects').click()
  const results = page.getByRole('list', { name: 'Search results' })
  await results.getByRole('link', { name: 'Lantern festival' }).waitFor()
  await page.waitForURL(/q=lantern&type=projects|type=projects&q=lantern/)
  assert.deepEqual(await violations(page), [])
  await tab(page, 'Comments').click()
  await results.getByText('The red lantern is broken').waitFor()
  await results.getByRole('link', { name: 'Hang them up' }).waitFor()
  await tab(page, 'Files').click()
  await results.getByRole('link', { name: 'lantern plan.txt' }).waitFor()
  await tab(page, 'People').click()
  await page.getByText('No people match').waitFor()
  await box(page).fill('admin')
  await results.getByRole('link', { name: 'admin' }).click()
  await page.getByRole('heading', { level: 1, name: 'admin' }).waitFor()
})

test('a search is saved and opened from the sidebar', { skip }, async t => {
  const visitor = await administrator(t, site)
  const { page } = visitor
  const workspace = await open(visitor)
  await createObject(visitor, '/tasks', { name: 'Oil the hinges', workspace, assignee: 'me' })
  await box(page).fill('hinges')
  await untilTasks(page, ['Oil the hinges'])
  await page.getByRole('button', { name: 'Save search' }).click()
  const dialog = page.getByRole('dialog', { name: 'Save view' })
  await dialog.getByRole('textbox', { name: 'View name' }).fill('All hinges')
  await dialog.getByRole('button', { name: 'Save', exact: true }).click()
  const link = page.getByRole('list', { name: 'Searches' }).getByRole('link', { name: 'All hinges' })
  await link.waitFor()
  await page.waitForURL(/\?view=\d+$/)
  await untilEqual(() => link.getAttribute('aria-current'), 'page')
  await page.getByRole('link', { name: 'Home', exact: true }).first().click()
  await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor()
  await link.click()
  await untilTasks(page, ['Oil the hinges'])
  await untilEqual(() => box(page).inputValue(), 'hinges')
})

test('results beyond a hundred are read while scrolling', { skip }, async t => {
  const visitor = await administrator(t, site)
  const { page } = visitor
  const workspace = await open(visitor)
  const project = await createObject(visitor, '/projects', { name: 'Tiles', workspace })
  for (let batch = 0; batch < 14; batch++) {
    const actions = Array.from({ length: 10 }, (_, at) => ({
      ...{ method: 'post', relative_path: '/tasks' },
      data: { name: `Tile ${batch * 10 + at}`, projects: [project] },
    }))
    const made = await visitor.context.request.post('/api/1.0/batch', { headers, data: { data: { actions } } })
    assert.ok(made.ok())
  }
  await box(page).fill('tile')
  await grid(page).waitFor()
  const count = () => grid(page).getAttribute('aria-rowcount').then(Number)
  const untilCount = (least: number) => untilEqual(async () => (await count()) >= least, true)
  await untilCount(100)
  await grid(page).getByRole('row', { name: /^Tile/ }).first().focus()
  await page.keyboard.press('Control+End')
  await untilCount(140)
})

test('a pasted link opens its object', { skip }, async t => {
  const visitor = await administrator(t, site)
  const { page } = visitor
  const workspace = await open(visitor)
  const task = await createObject(visitor, '/tasks', { name: 'Linked', workspace })
  await box(page).fill(`https://elsewhere.example/0/0/${task}`)
  await box(page).press('Enter')
  await page.getByRole('heading', { level: 1, name: 'Linked' }).waitFor()
})

test('the command menu finds people and teams, limits itself by signs, and begins with recent objects', {
  skip,
}, async t => {
  const visitor = await administrator(t, site)
  const { page } = visitor
  const workspace = await open(visitor)
  const project = await createObject(visitor, '/projects', { name: 'Quarry', workspace })
  await createObject(visitor, '/teams', { name: 'Quarry workers', organization: workspace })
  await createObject(visitor, '/tags', { name: 'quarry stone', workspace })
  const menu = page.getByRole('dialog', { name: 'Command menu' })
  const option = (name: string) => menu.getByRole('option', { name, exact: true })
  const input = menu.getByRole('combobox', { name: 'Search or run a command' })
  const openMenu = async () => {
    await page.keyboard.press('Control+k')
    await option('Quarry').waitFor()
  }
  await page.goto(`/1/${workspace}/project/${project}/list`)
  await page.getByRole('heading', { level: 1, name: 'Quarry' }).waitFor()
  await openMenu()
  await page.goto(`/1/${workspace}/home`)
  await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor()
  await openMenu()
  await untilEqual(() => menu.getByRole('option').first().getAttribute('aria-label'), 'Quarry')
  assert.deepEqual(await violations(page), [])
  await input.fill('quar')
  for (const name of ['Quarry', 'Quarry workers', 'quarry stone']) await option(name).waitFor()
  const before = await menu.getByRole('option').evaluateAll(all => all.map(one => one.getAttribute('aria-label')))
  assert.equal(before[0], 'Quarry')
  await input.fill('~quar')
  await option('quarry stone').waitFor()
  await untilEqual(() => option('Quarry').count(), 0)
  await input.fill('@adm')
  await option('admin').waitFor()
  await input.fill('>new tag')
  await option('New tag').waitFor()
  await untilEqual(() => option('admin').count(), 0)
  await input.fill('#quar')
  await option('Quarry').click()
  await page.getByRole('heading', { level: 1, name: 'Quarry' }).waitFor()
})

test('the search screen works in narrow windows', { skip }, async t => {
  const visitor = await administrator(t, site, { viewport: { width: 390, height: 760 } })
  const { page } = visitor
  await open(visitor, '?q=tile')
  await grid(page).waitFor()
  for (const width of [390, 320]) {
    await page.setViewportSize({ width, height: 760 })
    await untilTrue(page, `document.documentElement.scrollWidth <= ${width}`)
  }
  assert.deepEqual(await violations(page), [])
})

test('hostile texts are only text: they find what is named so, and change nothing on the page', { skip }, async t => {
  const visitor = await administrator(t, site)
  const { page } = visitor
  const markup = '<img src=x onerror="document.title=1"><script>document.title=2</script>'
  const workspace = await open(visitor)
  await createObject(visitor, '/tasks', { name: markup, workspace, assignee: 'me' })
  await box(page).fill(markup)
  await grid(page).getByRole('row', { name: markup, exact: true }).waitFor()
  await untilEqual(() => page.locator('main img, main script').count(), 0)
  const long = 'a'.repeat(5000)
  for (const words of ["' or 1=1 --", '"', '%_*\\', '\u202eelbat', '((((', long, '\ud83d\ude00'.repeat(300)]) {
    const answer = page.waitForResponse(response => response.url().includes('/-/search?'))
    await box(page).fill(words)
    assert.equal((await answer).status(), 200, words)
    await page.getByText('No tasks match').waitFor()
  }
  await box(page).fill('plain')
  await untilEqual(() => page.title(), 'plain · Search · Workloom')
  await page.setViewportSize({ width: 320, height: 640 })
  await untilEqual(() => page.evaluate('document.documentElement.scrollWidth'), 320)
})
