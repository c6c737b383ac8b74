/** The files of a project: grid and list, filters, the viewer, and the way to the task. */
import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import type { Page } from 'playwright-core'
import { violations } from './axe.ts'
import { headers, untilEqual } from './launch.ts'
import { administrator, createObject, firstOrganization, siteOfFile, skip, type Visitor } from './visitor.ts'

const site = siteOfFile()

async function upload({ context }: Visitor, parent: string, name: string, mimeType: string): Promise<void> {
  const file = { name, mimeType, buffer: Buffer.from('Some words') }
  const response = await context.request.post('/api/1.0/attachments', { headers, multipart: { parent, file } })
  assert.ok(response.ok())
}

interface OpenFiles extends Visitor {
  readonly project: string
  readonly task: string
}

/** Opens the files of a new project with a task. */
async function openFiles(t: TestContext, names: Readonly<Record<string, string>> = {}): Promise<OpenFiles> {
  const visitor = await administrator(t, site)
  const workspace = await firstOrganization(visitor)
  const project = await createObject(visitor, '/projects', { name: 'Launch', workspace })
  const task = await createObject(visitor, '/tasks', { name: 'Poster', projects: [project] })
  for (const [name, type] of Object.entries(names)) await upload(visitor, task, name, type)
  await visitor.page.goto(`/1/${workspace}/project/${project}/list`)
  await visitor.page.getByRole('navigation', { name: 'Project views' }).getByRole('link', { name: 'Files' }).click()
  return { ...visitor, project, task }
}

const list = (page: Page) => page.getByRole('list', { name: 'Files' })
const namesOn = (page: Page) => list(page).locator('.file-name').allInnerTexts()

test('all files of a project are listed, opened, and lead to their task', { skip }, async t => {
  const { page } = await openFiles(t, { 'plan.txt': 'text/plain', 'data.bin': 'application/octet-stream' })
  await list(page).getByRole('button', { name: 'plan.txt' }).waitFor()
  await untilEqual(() => namesOn(page), ['data.bin', 'plan.txt'])
  assert.deepEqual(await violations(page), [])
  await page.getByText('List', { exact: true }).last().click()
  await page.locator('.files[data-look="list"]').waitFor()
  assert.deepEqual(await violations(page), [])
  await page.reload()
  await page.locator('.files[data-look="list"]').waitFor()
  await list(page).getByRole('button', { name: 'plan.txt' }).click()
  const dialog = page.getByRole('dialog', { name: 'plan.txt' })
  await dialog.getByText('Some words').waitFor()
  await dialog.getByRole('link', { name: 'Poster' }).click()
  await page.getByRole('complementary', { name: 'Poster' }).waitFor()
  await dialog.waitFor({ state: 'detached' })
})

test('files are filtered by type, person and date', { skip }, async t => {
  const visitor = await openFiles(t, { 'plan.txt': 'text/plain', 'song.mp3': 'audio/mpeg' })
  const { page } = visitor
  await list(page).getByRole('button', { name: 'song.mp3' }).waitFor()
  await page.getByRole('combobox', { name: 'Type' }).selectOption('Audio')
  await list(page).getByRole('button', { name: 'plan.txt' }).waitFor({ state: 'detached' })
  await untilEqual(() => namesOn(page), ['song.mp3'])
  await page.getByRole('combobox', { name: 'Person' }).selectOption('admin')
  await list(page).getByRole('button', { name: 'song.mp3' }).waitFor()
  await page.getByRole('textbox', { name: 'To', exact: true }).fill('2020-01-01')
  await page.getByText('No files match').waitFor()
  await page.getByRole('button', { name: 'Clear filters' }).first().click()
  await list(page).getByRole('button', { name: 'plan.txt' }).waitFor()
})

test('a project without files says so, and a new file appears by itself', { skip }, async t => {
  const visitor = await openFiles(t)
  await visitor.page.getByText('No files yet').waitFor()
  await upload(visitor, visitor.task, 'new.txt', 'text/plain')
  await list(visitor.page).getByRole('button', { name: 'new.txt' }).waitFor()
})

test('many files come page by page, and one is deleted in place', { skip }, async t => {
  const names = Array.from({ length: 52 }, (_, at) => [`file ${at}.txt`, 'text/plain'] as const)
  const { page } = await openFiles(t, Object.fromEntries(names))
  await list(page).getByRole('button', { name: 'file 51.txt' }).waitFor()
  await untilEqual(async () => (await namesOn(page)).length, 50)
  await page.getByRole('button', { name: 'Show more' }).click()
  await list(page).getByRole('button', { name: 'file 0.txt', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'file 0.txt' })
  await dialog.getByRole('button', { name: 'Delete', exact: true }).click()
  await page.getByRole('dialog', { name: 'file 1.txt' }).waitFor()
  await page.keyboard.press('Escape')
  await list(page).getByRole('button', { name: 'file 0.txt', exact: true }).waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Undo' }).click()
  await list(page).getByRole('button', { name: 'file 0.txt', exact: true }).waitFor()
})
